#!/usr/bin/env node
/**
 * Starts Firefox for Playwright and forwards the messages between them. Firefox ESR doesn't support one of Playwright's
 * WebDriver BiDi commands, so this program confirms it without an effect, and the color scheme stays light. Delete this
 * file once Firefox ESR supports the command.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';
import { firefox as program } from '../support/engines.ts';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';

const firefox = spawn(program!, process.argv.slice(2), {
  stdio: ['ignore', 'ignore', 'pipe'],
  // If the clock were ahead (tests/support/later.c), Firefox's threads would wait for months.
  env: { ...process.env, LD_PRELOAD: undefined },
});
process.on('SIGTERM', () => firefox.kill());
firefox.on('exit', (code) => process.exit(code ?? 1));

for await (const line of createInterface(firefox.stderr)) {
  const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
  console.error(url ? line.replace(url, await passOn(`${url}/session`)) : line);
}

/** Starts a server that forwards messages, and returns its URL. */
async function passOn(url: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/session' });
  server.on('connection', (playwright) => {
    const browser = new WebSocket(url);
    const open = once(browser, 'open');
    browser.on('message', (message) => playwright.send(String(message)));
    browser.on('close', () => playwright.close());
    playwright.on('close', () => browser.close());
    playwright.on('message', async (message) => {
      const { id, method } = JSON.parse(String(message)) as { id: number; method: string };
      if (method === UNKNOWN) return playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
      await open;
      return browser.send(String(message));
    });
  });
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
