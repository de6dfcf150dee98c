import { spawnSync } from 'node:child_process';

/**
 * Whether git has the whole history of a folder, and so knows when each page was last changed. In a shallow clone
 * every file has the date of the one commit.
 */
export function hasWholeHistory(folder: string): boolean {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 && stdout.trim() === 'false';
}
