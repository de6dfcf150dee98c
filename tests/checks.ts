/**
 * `npm run checks`: the checks that read sources and build nothing, two at a time, since the longest of them uses one
 * processor alone. All run, whatever others find: their faults are told at once. Names of scripts in `package.json`
 * after it choose some.
 */

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** The longest comes first. */
const checks = ['check', 'lint', 'format', 'lint:spelling', 'lint:prose', 'lint:openapi'];

const LANES = 2;

/** Runs a script, shows what it said, and tells whether it found nothing. */
async function passes(name: string): Promise<boolean> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--run', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [status, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✔' : '✖'} ${name} (${seconds} s)`);
  const said = `${output}${errors}`.trim();
  if (said !== '') console.log(said);
  return status === 0;
}

const asked = process.argv.slice(2);
const left = asked.length > 0 ? asked : checks;
const lanes = Array.from({ length: LANES }, async () => {
  let allPass = true;
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    if (!(await passes(name))) allPass = false;
  }
  return allPass;
});
if ((await Promise.all(lanes)).includes(false)) process.exitCode = 1;
