/**
 * `npm run bench`: prints Lighthouse scores of the built site on a phone, with their targets. It never fails on a
 * number, because scores depend on the machine.
 */

import { availableParallelism, loadavg } from 'node:os';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { runCommand } from '../samples/support/run-command.ts';
import { browserArguments, findBrowser } from '../support/browser.ts';
import { ownServer } from '../support/hosts.ts';
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

type Scores = Record<string, { score: number | null }>;

/** Runs Lighthouse once, in a browser with an empty profile. It sends no requests to other servers. */
async function runLighthouse(url: string): Promise<Scores> {
  const browser = `--chrome-flags=--headless --no-sandbox ${browserArguments.join(' ')}`;
  const options = ['--quiet', '--output=json', `--only-categories=${categories.join()}`, browser];
  const env = { CHROME_PATH: findBrowser() };
  const { status, output } = await runCommand(tool('lighthouse'), [url, ...options], process.cwd(), env);
  if (status !== 0) throw new Error(`Lighthouse failed. It needs \`npm run tools\`. ${output}`);
  return (JSON.parse(output) as { categories: Scores }).categories;
}

// The best of some runs counts, because a busy machine lowers scores.
console.log(`Lighthouse, mobile, the best of ${RUNS} runs: ${categories.join(', ')}`);
console.log(`${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}`);
const facts = readFacts();
const server = await ownServer(facts);
for (const [page, goal] of Object.entries(pages)) {
  const reports: Scores[] = [];
  for (let count = 0; count < RUNS; count++)
    reports.push(await runLighthouse(`http://127.0.0.1:${server.port}${facts.base}${page}`));
  const scores = categories.map((name) =>
    Math.round(Math.max(...reports.map((report) => report[name]?.score ?? 0)) * 100),
  );
  console.log(`  ${page}: ${scores.join(', ')}   (goal: ${goal})`);
}
await server.close();
