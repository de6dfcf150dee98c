import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, beforeEach } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { freePort } from '../../support/free-port.ts';
import { environment, ProjectCopy } from '../../support/project-copy.ts';

/** Maximum time, in milliseconds, until a change shows. */
const PATIENCE = 60_000;

/** A copy of the project, which tests change while its development server runs. */
export let copy: ProjectCopy;
/** What the server has printed since the test began. */
export let output = '';
let origin: string;

/** Runs a development server during the tests of the file. */
export function runDevServer(): void {
  let server: ChildProcess;
  before(async () => {
    copy = new ProjectCopy('portal-', 'in a workspace');
    server = spawn(process.execPath, [copy.astro, 'dev', '--port', String(await freePort())], {
      cwd: copy.folder,
      env: environment,
    });
    for (const stream of [server.stdout!, server.stderr!])
      stream.on('data', (data: Buffer) => (output += stripVTControlCharacters(data.toString())));
    await until('the server to start', () => /http:\/\/localhost:\d+\//.test(output));
    origin = /http:\/\/localhost:\d+/.exec(output)![0];
  });
  after(async () => {
    server.kill();
    await once(server, 'exit');
    copy.remove();
  });
  beforeEach(() => (output = ''));
}

/** Waits until something holds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await holds())) {
    const passed = performance.now() - start;
    assert.ok(passed < PATIENCE, `Waited ${PATIENCE} ms for ${what}.\n${output.slice(-2000)}`);
    await wait(250);
  }
}

/** Waits until a page has a status and, if given, a string. */
export function untilPage(path: string, status: number, text = ''): Promise<void> {
  return until(`${path} to have status ${status}${text && ` and "${text}"`}`, async () => {
    const page = await request(path);
    return page.status === status && page.text.includes(text);
  });
}

/** Requests a page. While the server restarts, it may not respond, or close the connection. */
export async function request(path: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(origin + path);
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

/** Connects to the server as an open page does. Collects the errors that it would show, and `full-reload`. */
export async function openPage(): Promise<{ messages: string[]; close: () => void }> {
  const [, token] = /wsToken = "([\w-]+)"/.exec((await request('/@vite/client')).text)!;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { type, err } = JSON.parse(String(data)) as { type: string; err?: { message: string } };
    messages.push(err?.message ?? type);
  });
  await once(socket, 'open');
  return { messages, close: () => socket.close() };
}
