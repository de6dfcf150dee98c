/** Measures how long readers wait on bad connections, page by page. */

import { kilobytes, median, printRow, seconds, withAim } from './print.ts';
import {
  goals,
  others,
  othersSecondPage,
  pages,
  slow4g,
  slowdown,
  slowLine,
  type LineSpeed,
  type MeasuredPage,
} from './pages.ts';
import { repeat } from './repeat.ts';
import { secondPage } from './second-page.ts';
import type { SiteServer } from './site-server.ts';
import { firstVisit, type Visit } from './visit.ts';

/** How long to hover over a link in the guide before the click, in milliseconds. */
const hovers = [0, 300, 1_500];
const nextGuide = '/account-information/data-access/accounts/';

export async function printLines(server: SiteServer, runs: number): Promise<void> {
  for (const speed of [slowLine, slow4g]) await printLine(server, speed, runs);
  await printSecondPage(server, runs);
}

async function printLine(server: SiteServer, speed: LineSpeed, runs: number) {
  const { name, kilobitsPerSecond, roundTripMilliseconds } = speed;
  const line = `${kilobitsPerSecond} kbit/s, round trips of ${roundTripMilliseconds} ms`;
  console.log(`\n${name}: first visit, ${line}, processor ${slowdown} times slower; medians of ${runs} runs`);
  console.log('  Seconds, aims in brackets. The largest paint is also a multiple of that of the bare text');
  const head = ['paint', 'largest', 'bare', 'times', 'readable', 'loaded', 'shift', 'kB'];
  printRow('', head);
  const references: string[] = [];
  for (const page of pages) {
    const visits = await repeat(runs, () => firstVisit(server, speed, page.address, page.landmark));
    const bare = await repeat(runs, () => firstVisit(server, speed, server.bare(page.address)));
    printVisits(page, speed === slowLine ? page : {}, visits, bare);
    const drawn = visits.flatMap(({ reference }) => reference ?? []);
    if (drawn.length > 0)
      references.push(
        `  ${page.kind}: the reference is drawn ${seconds(median(drawn))} s after the reader comes to it`,
      );
  }
  for (const text of [...references, ...(speed === slowLine ? others.map((each) => `  ${each}`) : [])])
    console.log(text);
}

function printVisits(
  { kind }: MeasuredPage,
  aims: Pick<MeasuredPage, 'readable' | 'loaded'>,
  visits: readonly Visit[],
  bare: readonly Visit[],
) {
  const middle = (from: readonly Visit[], read: (visit: Visit) => number) => median(from.map(read));
  const largest = middle(visits, ({ largestPaint }) => largestPaint);
  const least = middle(bare, ({ largestPaint }) => largestPaint);
  printRow(kind, [
    seconds(middle(visits, ({ firstPaint }) => firstPaint)),
    seconds(largest),
    seconds(least),
    withAim((largest / least).toFixed(2), goals.timesBare),
    withAim(seconds(middle(visits, ({ readable }) => readable!)), aims.readable),
    withAim(seconds(middle(visits, ({ loaded }) => loaded)), aims.loaded),
    withAim(middle(visits, ({ shift }) => shift).toFixed(3), goals.layoutShift),
    kilobytes(middle(visits, ({ bytes }) => bytes)),
  ]);
}

async function printSecondPage(server: SiteServer, runs: number) {
  console.log(
    `\n${slowLine.name}: from one guide to another, seconds from the click; medians of ${runs} runs`,
  );
  printRow('', ['readable', 'kB']);
  const guide = pages.find(({ kind }) => kind === 'guide')!;
  for (const hover of hovers) {
    const way = { from: guide.address, to: nextGuide, hover };
    const visits = await repeat(runs, () => secondPage(server, slowLine, way));
    const readable = seconds(median(visits.map((visit) => visit.readable)));
    printRow(hover === 0 ? 'without a hover' : `after ${hover} ms of hovering`, [
      hover === Math.max(...hovers) ? withAim(readable, goals.secondPage) : readable,
      withAim(kilobytes(median(visits.map(({ bytes }) => bytes))), goals.secondPageWeight),
    ]);
  }
  console.log(`  ${othersSecondPage}`);
}
