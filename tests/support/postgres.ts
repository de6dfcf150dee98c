import { execFileSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../src/sandbox/grade/free-port.ts';

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
  const run = (program: string, ...options: string[]) =>
    execFileSync(join(postgresPrograms()!, program), options, { cwd: folder, stdio: 'pipe', ...owner });
  run('initdb', ...'-D data -U postgres -A trust -E UTF8 --locale C --no-sync'.split(' '));
  const port = await freePort();
  run('pg_ctl', 'start', '-D', 'data', '-l', 'log', '-o', `-h 127.0.0.1 -p ${port} -k '' -F`);
  context.after(() => {
    run('pg_ctl', 'stop', '-D', 'data', '-m', 'fast');
    rmSync(folder, { recursive: true });
  });
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}
