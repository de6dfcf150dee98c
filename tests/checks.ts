/**
 * `npm run checks`: runs the checks that need no build, two at a time, because the longest one uses only one processor.
 * All of them run, even after a failure, so one run reports all errors. To run only some, add their script names.
 */

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** The longest check comes first, so that both lanes end at about the same time. */
const checks = [
  'check',
  'lint',
  'format',
  'lint:spelling',
  'lint:prose',
  'lint:pages',
  'lint:styles',
  'lint:openapi',
];

const LANES = 2;

/** Runs a script and prints its output. Resolves to true if the script succeeds. */
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

const chosen = process.argv.slice(2);
const left = chosen.length > 0 ? chosen : checks;
const lanes = Array.from({ length: LANES }, async () => {
  let allPass = true;
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    if (!(await passes(name))) allPass = false;
  }
  return allPass;
});
if ((await Promise.all(lanes)).includes(false)) process.exitCode = 1;
