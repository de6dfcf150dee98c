/**
 * `npm run bench`: measures what pages weigh, how long readers wait on bad connections, the scores
 * of Lighthouse, and what builds cost. It prints measurements next to their targets and never fails on a number, because
 * times depend on the machine.
 *
 * Names choose parts, and numbers after a name are its settings: `npm run bench -- line 5 build 500`.
 */

import { availableParallelism, loadavg } from 'node:os';
import { precompress } from '../../../src/hosting/preview-server.ts';
import { ProjectCopy } from '../../support/project-copy.ts';
import { printBuilds } from './builds.ts';
import { printScores } from './lighthouse.ts';
import { printLines } from './lines.ts';
import { measureBuild } from './measure.ts';
import { SiteServer } from './site-server.ts';
import { printWeights } from './weight.ts';

/** The parts in their order, with their default numbers. */
const parts = {
  weight: [],
  /** The number of runs, whose median counts. */
  line: [3],
  lighthouse: [3],
  /** Pages of the generated sites. */
  build: [500, 2000],
} as const satisfies Record<string, readonly number[]>;

type Part = keyof typeof parts;

const usage = `Parts: ${Object.keys(parts).join(', ')}. Numbers follow the part that they change.`;

/** Parses the arguments; `undefined` if one of them is invalid. */
function readChoice(words: readonly string[]): Map<Part, readonly number[]> | undefined {
  const chosen = new Map<Part, number[]>();
  let last: number[] | undefined;
  for (const word of words) {
    if (word in parts) chosen.set(word as Part, (last = []));
    else if (last && /^[1-9]\d*$/.test(word)) last.push(Number(word));
    else return undefined;
  }
  const names = chosen.size > 0 ? [...chosen.keys()] : (Object.keys(parts) as Part[]);
  return new Map(names.map((name) => [name, chosen.get(name)?.length ? chosen.get(name)! : parts[name]]));
}

async function serveSite(folder: string, use: (server: SiteServer) => Promise<void>) {
  await precompress(folder);
  const server = new SiteServer(folder);
  await server.listen();
  try {
    await use(server);
  } finally {
    server.close();
  }
}

/** Runs the parts that measure a built site. */
async function measureSite(chosen: ReadonlyMap<Part, readonly number[]>) {
  const copy = new ProjectCopy();
  try {
    const own = measureBuild(copy);
    const dist = copy.path('dist');
    if (chosen.has('weight')) printWeights(dist);
    await serveSite(dist, async (server) => {
      const [lineRuns] = chosen.get('line') ?? [];
      const [lighthouseRuns] = chosen.get('lighthouse') ?? [];
      if (lineRuns) await printLines(server, lineRuns);
      if (lighthouseRuns) await printScores(server, lighthouseRuns);
    });
    const sizes = chosen.get('build');
    if (sizes) printBuilds(copy, own, sizes);
  } finally {
    copy.remove();
  }
}

const load = () => loadavg()[0]!.toFixed(1);

const chosen = readChoice(process.argv.slice(2));
if (!chosen) {
  console.error(usage);
  process.exit(1);
}
console.log(`Node ${process.version}, ${availableParallelism()} cores, load ${load()}.`);
await measureSite(chosen);
console.log(`\nLoad at the end: ${load()}. Where it is above the number of cores, times are too long.`);
