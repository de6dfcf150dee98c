/** Measures builds of the site and of generated sites with the given sizes. */

import type { ProjectCopy } from '../../support/project-copy.ts';
import { addPages } from './generate.ts';
import { measureBuild, type BuildCost } from './measure.ts';
import { kilobytes } from './print.ts';
import { weigh } from './weight.ts';

const buildGoals: Record<number, string> = {
  2000: '0.9 of plain Starlight with a sidebar per section, 2,560 MiB',
  10_000: '6 times as long as 2,000 pages, 4,096 MiB',
};
const ownBuildGoal = '10 s';
const largePageGoal = '12 kB brotli at 2,000 pages';

/**
 * @param own - The cost of building the copy.
 * @param sizes - Pages of the generated sites. Their builds replace the one in the copy.
 */
export function printBuilds(copy: ProjectCopy, own: BuildCost, sizes: readonly number[]): void {
  const ownPages = copy.builtFiles().filter((file) => file.endsWith('.html')).length;
  console.log('\nBuilds; each starts from nothing');
  printBuild('the site itself', ownPages, own, ownBuildGoal);
  for (const size of sizes) {
    addPages(copy, size - ownPages);
    printBuild('a generated site', size, measureBuild(copy), buildGoals[size]);
    const page = weigh(copy.path('dist'), '/account-information/generated/topic-0/');
    const html = `${kilobytes(page.rawHtml)} kB raw, ${kilobytes(page.html)} kB brotli`;
    console.log(`  one page's HTML: ${html}   (goal: ${largePageGoal})`);
    copy.restore();
  }
}

function printBuild(name: string, pages: number, cost: BuildCost, goal: string | undefined) {
  const time = `${cost.seconds.toFixed(1)} s (${cost.processorSeconds.toFixed(1)} s of processor time)`;
  const text = `${time}, peak memory ${Math.round(cost.mebibytes)} MiB`;
  console.log(`  ${name}, ${pages} pages: ${text}${goal ? `   (goal: ${goal})` : ''}`);
}
