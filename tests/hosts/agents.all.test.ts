import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { runCommand } from '../samples/support/run-command.ts';
import { hosts, ownServer, startHost, type HostName } from '../support/hosts.ts';
import { tool } from '../support/tools.ts';

/* Grades each host with afdocs, a public grader of documentation for coding agents: https://agentdocsspec.com. */

interface Report {
  results: { id: string; status: string; message: string; details?: { testedPages?: number } }[];
  scoring: { overall: number };
}

const facts = readFacts();

/** The pages that afdocs must find, by sampling: the home page, or the pages of llms.txt and the sitemap. */
const samplings = { none: 1, deterministic: 120 };

/** Grades a served site whose links contain the build's origin. */
async function grade(port: number, sampling: string): Promise<Report> {
  const address = `http://127.0.0.1:${port} --canonical-origin ${facts.origin} --sampling ${sampling}`;
  const limits = '--max-links 400 --request-delay 0 --max-concurrency 8';
  const options = `check ${address} ${limits} --format json --score --quiet`.split(' ');
  // afdocs exits with 1 if any check fails.
  const { output } = await runCommand(tool('afdocs'), options, process.cwd());
  return JSON.parse(output) as Report;
}

for (const name of ['npm run serve', ...(Object.keys(hosts) as HostName[])] as const)
  test(`Agents find and read the pages on ${name}: at least 98 of 100 by afdocs`, async (context) => {
    const host = name === 'npm run serve' ? await ownServer(facts) : await startHost(name, facts);
    context.after(host.close);
    for (const [sampling, least] of Object.entries(samplings)) {
      const { results, scoring } = await grade(host.port, sampling);
      const findings = results.filter(({ status }) => !['pass', 'skip'].includes(status));
      const list = findings.map(({ id, status, message }) => `${status} ${id}: ${message}`).join('\n');
      const pages = results.find(({ id }) => id === 'llms-txt-directive-html')?.details?.testedPages ?? 0;
      console.log(`${name}: ${scoring.overall} of 100 over ${pages} pages\n${list}`);
      assert.ok(pages >= least, `afdocs found only ${pages} pages.`);
      assert.ok(scoring.overall >= 98, list);
    }
  });
