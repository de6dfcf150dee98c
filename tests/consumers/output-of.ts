import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/** What a program prints, also as errors and warnings. Fails if the program fails. `folder` is its working directory. */
export function outputOf(folder: string, program: string, ...options: readonly string[]): string {
  const settings = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  const { status, stdout, stderr, error } = spawnSync(program, options, settings);
  assert.equal(status, 0, `${program}: ${error?.message ?? stdout + stderr}`);
  return stdout + stderr;
}

/** The first line of what a program prints with `--version` or a similar option. */
export const versionOf = (program: string, option = '--version'): string =>
  outputOf('.', program, option).split('\n')[0] ?? '';
