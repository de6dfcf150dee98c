/** Runs Lighthouse on the built site, with its emulated phone and a server like that of hosts. */

import { freePort } from '../../support/free-port.ts';
import { runCommand } from '../../samples/support/run-command.ts';
import { tool } from '../../support/tools.ts';
import { openBrowser } from './browser.ts';
import { pages } from './pages.ts';
import { median, printRow, withAim } from './print.ts';
import { repeat } from './repeat.ts';
import type { SiteServer } from './site-server.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Report {
  /** 0 to 100. */
  scores: Record<(typeof categories)[number], number>;
  /** The audits that cost points, each with what it shows. */
  failedAudits: string[];
  /** Lighthouse's measure of this machine's speed, which it slows down by a fixed factor to get that of a phone. */
  benchmark: number;
}

export async function printScores(server: SiteServer, runs: number): Promise<void> {
  console.log(`\nLighthouse, mobile; medians of ${runs} runs, aims in brackets`);
  printRow('', categories, 18);
  for (const { kind, address, lighthouse: aim } of pages) {
    const reports = await repeat(runs, () => runLighthouse(server, address));
    const scores = categories.map((name) => median(reports.map((report) => report.scores[name])));
    printRow(
      kind,
      scores.map((score) => withAim(String(score), aim)),
      18,
    );
    for (const audit of new Set(reports.flatMap(({ failedAudits }) => failedAudits)))
      console.log(`    ${audit}`);
    console.log(`    Benchmark index: ${reports.map(({ benchmark }) => Math.round(benchmark)).join(', ')}`);
  }
}

/** Runs Lighthouse once, in a browser with an empty profile. It sends no requests to other servers. */
async function runLighthouse(server: SiteServer, address: string): Promise<Report> {
  const port = await freePort();
  const browser = await openBrowser(`--remote-debugging-port=${port}`);
  try {
    const options = ['--quiet', '--output=json', `--only-categories=${categories.join()}`, `--port=${port}`];
    const url = `${server.origin}${address}`;
    const { status, output } = await runCommand(tool('lighthouse'), [url, ...options], process.cwd());
    if (status !== 0) throw new Error(`Lighthouse needs \`npm run tools\`. ${output}`);
    return summarize(JSON.parse(output) as Result);
  } finally {
    await browser.close();
  }
}

/** The parts of Lighthouse's report that are printed. */
interface Result {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
  environment: { benchmarkIndex: number };
}

function summarize({ categories: found, audits, environment }: Result): Report {
  const score = (name: string) => Math.round((found[name]?.score ?? 0) * 100);
  const failedAudits = categories
    .flatMap((name) => found[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => audits[id]!)
    // Ignore audits whose score rounds to full.
    .filter((audit) => audit.score !== null && audit.score < 0.99)
    .map(({ title, displayValue }) => (displayValue ? `${title}: ${displayValue}` : title));
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    failedAudits,
    benchmark: environment.benchmarkIndex,
  };
}
