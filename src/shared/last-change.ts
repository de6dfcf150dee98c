import { spawnSync } from 'node:child_process';

/** Maps paths to the time of their last change. Finding it takes a tenth of a second, and many files need it. */
const times = new Map<string, string | undefined>();

/** The time of the last commit that changed one of the paths, in UTC. `undefined` without git's full history. */
export function lastChange(...paths: readonly string[]): string | undefined {
  const key = paths.join();
  if (!times.has(key)) {
    const { stdout } = spawnSync('git', ['log', '-1', '--format=%cI', '--', ...paths], { encoding: 'utf8' });
    times.set(key, stdout && hasWholeHistory() ? new Date(stdout.trim()).toISOString() : undefined);
  }
  return times.get(key);
}

/** True if git has the full history. In a shallow clone, every file would get the same date. */
export function hasWholeHistory(folder = '.'): boolean {
  const options = { cwd: folder, encoding: 'utf8' } as const;
  return spawnSync('git', ['rev-parse', '--is-shallow-repository'], options).stdout?.trim() === 'false';
}
