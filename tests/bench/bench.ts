/**
 * `npm run bench`: what pages weigh and what builds cost, beside the goals. It prints and never fails.
 * Numbers after it choose the sizes of the generated sites: `npm run bench -- 500`.
 */

import { availableParallelism } from 'node:os';
import { ProjectCopy } from '../support/project-copy.ts';
import { addPages } from './generate.ts';
import { measureBuild, type BuildCost } from './measure.ts';
import { weigh, type Weight } from './weight.ts';

/** One page of each kind; the goal in kB, where there is one. */
const kinds = [
  { kind: 'home', address: '/', goal: undefined },
  { kind: 'guide', address: '/account-information/data-access/consents/', goal: 25 },
  { kind: 'operation', address: '/api/consents/operations/createconsent/', goal: undefined },
  { kind: 'overview', address: '/api/consents/', goal: undefined },
  { kind: 'interactive, HTML part', address: '/consents-api/', goal: 35 },
] as const;

const buildGoals: Record<number, string> = { 2000: '45 s, 2,048 MiB' };
const ownBuildGoal = '10 s';
const largePageGoal = '12 kB brotli at 2,000 pages';

const chosen = process.argv.slice(2).map(Number);
const sizes = chosen.length > 0 ? chosen : [500, 2000];

const copy = new ProjectCopy();
try {
  console.log(`Node ${process.version}, ${availableParallelism()} cores. Each build starts from nothing.\n`);
  const own = measureBuild(copy);
  const ownPages = countPages();
  printWeights();
  console.log('\nBuild');
  printBuild('the site itself', ownPages, own, ownBuildGoal);
  for (const size of sizes) measureGenerated(size, ownPages);
} finally {
  copy.remove();
}

function countPages(): number {
  return copy.builtFiles().filter((file) => file.endsWith('.html')).length;
}

function measureGenerated(size: number, ownPages: number) {
  addPages(copy, size - ownPages);
  printBuild('a generated site', size, measureBuild(copy), buildGoals[size]);
  const page = weigh(copy.path('dist'), '/account-information/generated/topic-0/');
  const html = `${kilobytes(page.rawHtml)} kB raw, ${kilobytes(page.html)} kB brotli`;
  console.log(`  one page's HTML: ${html}   (goal: ${largePageGoal})`);
  copy.restore();
}

function printWeights() {
  console.log('First visit to a page, kB after brotli 11');
  printRow('', ['HTML', 'CSS', 'JS', 'icon', 'total', 'goal', 'raw HTML']);
  for (const { kind, address, goal } of kinds) {
    const { html, css, js, icon, total, rawHtml }: Weight = weigh(copy.path('dist'), address);
    const sizesOfParts = [html, css, js, icon, total].map(kilobytes);
    printRow(kind, [...sizesOfParts, goal === undefined ? '' : String(goal), kilobytes(rawHtml)]);
  }
}

function printRow(name: string, cells: readonly string[]) {
  console.log(`  ${name.padEnd(24)}${cells.map((cell) => cell.padStart(9)).join('')}`);
}

function printBuild(name: string, pages: number, cost: BuildCost, goal: string | undefined) {
  const time = `${cost.seconds.toFixed(1)} s (${cost.processorSeconds.toFixed(1)} s of processor time)`;
  const text = `${time}, peak memory ${Math.round(cost.mebibytes)} MiB`;
  console.log(`  ${name}, ${pages} pages: ${text}${goal ? `   (goal: ${goal})` : ''}`);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
