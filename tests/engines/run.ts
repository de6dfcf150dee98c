/**
 * `npm run test:engines`: proves the table of behaviors in every engine, and prints it. Names of
 * engines after it choose some.
 */

import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { labels } from '../support/engines.ts';
import { engineNames, type EngineName } from './engine.ts';
import { printTable } from './print-table.ts';
import { resultsFolder } from './results.ts';

/** Runs the table in an engine, and shows the report of a run that failed. */
async function passes(name: EngineName): Promise<boolean> {
  const start = performance.now();
  const file = new URL(`${name}.test.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [status, report] = await Promise.all([ended, text(child.stdout)]);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${status === 0 ? '✔' : '✖'} ${labels[name]} (${seconds} s)`);
  if (status !== 0) console.log(report);
  return status === 0;
}

const wanted = process.argv.slice(2);
const running = engineNames.filter((name) => wanted.length === 0 || wanted.includes(name));
await rm(resultsFolder, { recursive: true, force: true });
// WebKit's driver hangs now and then on a busy machine, so it runs alone.
const together = running.filter((name) => name !== 'webkit');
const passed = await Promise.all(together.map(passes));
if (running.includes('webkit')) passed.push(await passes('webkit'));
await printTable(running);
if (passed.includes(false)) process.exitCode = 1;
