import { spawnSync } from 'node:child_process';

/**
 * Whether git knows the whole history of a folder. A shallow clone dates every file by its one commit, and
 * without git there is no date at all: both say nothing about when a page was changed.
 */
export function hasWholeHistory(folder: string): boolean {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 && stdout.trim() === 'false';
}
