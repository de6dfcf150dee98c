/** Measures time and memory of a build. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { environment, type ProjectCopy } from '../../support/project-copy.ts';

export interface BuildCost {
  seconds: number;
  /** The processor time of all processes of the build. Unlike the elapsed time, it is the same on a busy machine. */
  processorSeconds: number;
  /** Peak resident memory of the largest process of the build. */
  mebibytes: number;
}

const TIME = '/usr/bin/time';

/** Makes the build print its own report in the format of `time`, for systems whose `time` doesn't report memory. */
const REPORT = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process._rawDebug('User time (seconds): ' + userCPUTime / 1e6);
  process._rawDebug('System time (seconds): ' + systemCPUTime / 1e6);
  process._rawDebug('Maximum resident set size (kbytes): ' + maxRSS);
})`;

/**
 * Builds the site of a copy without caches.
 *
 * @throws Error with the output of the build when it fails.
 */
export function measureBuild(copy: ProjectCopy): BuildCost {
  copy.clean();
  const build = [copy.astro, 'build'];
  const [command, ...options] = existsSync(TIME)
    ? [TIME, '-v', process.execPath, ...build]
    : [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(REPORT)}`, ...build];
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(command!, options, {
    cwd: copy.folder,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`The build failed.\n${stdout.slice(-3000)}${stderr.slice(-3000)}`);
  const reported = (name: string) => Number(stderr.split(`${name}: `)[1]?.split('\n')[0]);
  return {
    seconds,
    processorSeconds: reported('User time (seconds)') + reported('System time (seconds)'),
    mebibytes: reported('Maximum resident set size (kbytes)') / 1024,
  };
}
