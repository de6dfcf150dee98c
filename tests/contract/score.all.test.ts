import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { tool } from '../support/tools.ts';

/*
 * `redocly score` rates how easily agents can use a contract. Each would get at least 93 of 100 without this advice,
 * which we don't follow:
 *
 * - Examples for responses without a body. The score counts them as missing: users, consents, categorization.
 * - Constraints on names, codes, and amounts. The specification shows none, and an assumed one would reject real data:
 *   accounts, categorization-v2, analysis, providers, sequencing, transactions.
 * - Fewer parameters and less nesting. The platform has 15 transaction filters, and sequences have seven levels:
 *   accounts, transactions, sequencing.
 * - Fewer shapes that operations share. They have one name for one thing: users, accounts, analysis, platform.
 */
const floors = {
  authentication: 98,
  providers: 92,
  users: 87,
  consents: 87,
  accounts: 85,
  transactions: 76,
  sequencing: 79,
  'categorization-v2': 89,
  categorization: 91,
  analysis: 91,
  platform: 86,
};

for (const [name, floor] of Object.entries(floors))
  test(`redocly score of ${name} is at least ${floor}`, () => {
    const options = ['score', `dist/openapi/${name}.json`, '--format=json'];
    const report = execFileSync(tool('redocly'), options, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { agentReadiness } = JSON.parse(report) as { agentReadiness: number };
    console.log(`${name}: ${agentReadiness}`);
    assert.ok(agentReadiness >= floor, String(agentReadiness));
  });
