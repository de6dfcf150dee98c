/**
 * `npm run bench`: a build's cost, and Lighthouse scores. It also prints the targets and never fails on a number,
 * because times depend on the machine.
 */

import { once } from 'node:events';
import { globSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { createSiteServer, precompress } from '../../src/hosting/preview-server.ts';
import { runCommand } from '../samples/support/run-command.ts';
import { browserArguments, ensureBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { tool } from '../support/tools.ts';

/** A page of each kind, with the required score per Lighthouse category. */
const pages: Readonly<Record<string, number>> = {
  '/': 100,
  '/account-information/data-access/consents/': 100,
  '/api/consents/operations/createconsent/': 100,
  '/consents-api/': 90,
};

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const RUNS = 3;

/** Lets a build print its usage. Unlike elapsed time, processor time is the same on a busy machine. */
const REPORT = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const [cpu, memory] = [((userCPUTime + systemCPUTime) / 1e6).toFixed(1), Math.round(maxRSS / 1024)];
  process._rawDebug('used: ' + cpu + ' s of processor time, ' + memory + ' MiB');
})`;

/** Builds a copy's site from scratch and prints the cost. */
function measureBuild(copy: ProjectCopy): void {
  const hook = `data:text/javascript,${encodeURIComponent(REPORT)}`;
  const start = performance.now();
  const { status, output } = copy.run('--import', [hook, copy.astro, 'build']);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (status !== 0) throw new Error(`The build failed.\n${output.slice(-6000)}`);
  const count = globSync('**/*.html', { cwd: copy.path('dist') }).length;
  const used = /^used: (.*)$/m.exec(output)?.[1];
  console.log(`  ${count} pages: ${seconds} s, ${used}   (goal: 10 s)`);
}

/** Prints phone scores from Lighthouse and each audit that costs points. Uses the best run, because a busy machine lowers scores. */
async function printScores(folder: string): Promise<void> {
  await precompress(folder);
  const server = createSiteServer(folder).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`\nLighthouse, mobile, the best of ${RUNS} runs: ${categories.join(', ')}`);
  for (const [page, goal] of Object.entries(pages)) {
    const reports: Report[] = [];
    for (let count = 0; count < RUNS; count++) reports.push(await runLighthouse(origin + page));
    const scores = categories.map((name) =>
      Math.round(Math.max(...reports.map((report) => report.categories[name]?.score ?? 0)) * 100),
    );
    console.log(`  ${page}: ${scores.join(', ')}   (goal: ${goal})`);
    for (const audit of new Set(reports.flatMap(costly))) console.log(`    ${audit}`);
  }
  server.close().closeAllConnections();
}

/** The printed parts of Lighthouse's report. */
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

/** The audits that cost points. */
function costly({ categories: found, audits }: Report): string[] {
  return Object.values(found)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .map(({ id }) => audits[id]!)
    .filter(({ score }) => score !== null && score < 0.99)
    .map(({ title, displayValue = '' }) => `${title} ${displayValue}`);
}

/** Runs Lighthouse once, in a browser with an empty profile. It sends no requests to other servers. */
async function runLighthouse(url: string): Promise<Report> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [...browserArguments, `--remote-debugging-port=${port}`],
  });
  try {
    const options = ['--quiet', '--output=json', `--only-categories=${categories.join()}`, `--port=${port}`];
    const { status, output } = await runCommand(tool('lighthouse'), [url, ...options], process.cwd());
    if (status !== 0) throw new Error(`Lighthouse needs \`npm run tools\`. ${output}`);
    return JSON.parse(output) as Report;
  } finally {
    await browser.close();
  }
}

const load = () => loadavg()[0]!.toFixed(1);
console.log(
  `Node ${process.version}, ${availableParallelism()} cores, load ${load()}. A build from scratch:`,
);
const copy = new ProjectCopy();
try {
  measureBuild(copy);
  await printScores(copy.path('dist'));
} finally {
  copy.remove();
}
console.log(`\nLoad at the end: ${load()}. If it's above the number of cores, times are too long.`);
