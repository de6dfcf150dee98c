import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { freePort } from './free-port.ts';

/** The folder with PostgreSQL's programs on Debian, if it's installed. */
export const postgresPrograms = () => globSync('/usr/lib/postgresql/*/bin').sort().at(-1);

const NOBODY = 65_534;

/**
 * Starts a new PostgreSQL server that stops after the test. Returns its empty database's URL. The server doesn't wait
 * for the disk, so a crash of the machine would damage the data.
 */
export async function startPostgres(context: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (owner.uid) chownSync(folder, owner.uid, owner.gid);
  const programs = postgresPrograms()!;
  const initialize = '-D data -U postgres -A trust -E UTF8 --locale C --no-sync'.split(' ');
  execFileSync(join(programs, 'initdb'), initialize, { cwd: folder, stdio: 'pipe', ...owner });

  const port = await freePort();
  const options = ['-D', 'data', '-h', '127.0.0.1', '-p', String(port), '-k', '', '-F'];
  const server = spawn(join(programs, 'postgres'), options, { cwd: folder, stdio: 'pipe', ...owner });
  context.after(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const lines: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    lines.push(line);
    if (line.includes('ready to accept connections')) break;
  }
  if (!lines.at(-1)?.includes('ready')) throw new Error(`PostgreSQL doesn't start:\n${lines.join('\n')}`);
  server.stderr.resume();
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}
