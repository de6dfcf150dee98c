import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { tool } from '../support/tools.ts';

/*
 * Agents use the contracts easily: `redocly score` stays at these floors, and we have a reason for each of its findings.
 *
 * The score is nine tenths of the median operation, plus ten for having few operations. What an operation loses:
 *
 * - Up to 12 points, if its largest body has fewer constraints than fields. The specification shows no rules for names,
 *   codes, descriptions, IBANs, and amounts, and a wrong rule would make strict clients reject real data. Only this keeps
 *   accounts (7 points), categorization-v2, and analysis (3 points) below 93.
 * - 1 point per parameter, even for an ID in a path. The platform has 15 transaction filters.
 * - 1.25 points per level of nesting, even for a list of objects.
 * - 1.7 points per step between operations that share schemas: one thing has one name. In platform, most lose 3 to 5.
 * - 18 points without an example in any response.
 *
 * Even with a constraint on each field, users, consents, and platform would reach 92, transactions 85, and sequencing 89.
 */
const floors = {
  authentication: 98,
  providers: 95,
  users: 88,
  consents: 89,
  accounts: 86,
  transactions: 76,
  sequencing: 81,
  'categorization-v2': 91,
  categorization: 93,
  analysis: 91,
  platform: 88,
};

/** Findings that we don't follow, with their operations. */
const exceptions: Record<string, readonly string[]> = {
  // The specification shows no response bodies for these operations.
  'Missing response examples': ['refreshConsent', 'createCategorizationJobV1'],
  // Each parameter is one of the platform's filters.
  'High parameter count': ['listTransactions', 'listCategorizationJobs'],
  // The platform returns consents with errors in a user, and transactions with categories in a page or a sequence.
  'Deep schema nesting': ['getUser', 'listTransactions', 'getSequencing'],
};

interface Report {
  agentReadiness: number;
  hotspots: readonly { operationId: string; reasons: readonly string[] }[];
}

for (const [name, floor] of Object.entries(floors))
  test(`redocly score of ${name} is at least ${floor}, with a reason for each finding`, () => {
    const options = ['score', `dist/openapi/${name}.json`, '--format=json'];
    const report = execFileSync(tool('redocly'), options, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { agentReadiness, hotspots } = JSON.parse(report) as Report;
    console.log(`${name}: ${agentReadiness}`);
    assert.ok(agentReadiness >= floor, String(agentReadiness));
    const unexplained = hotspots.flatMap(({ operationId, reasons }) =>
      reasons
        .filter((reason) => !exceptions[reason.replace(/ \(.*/, '')]?.includes(operationId))
        .map((reason) => `${operationId}: ${reason}`),
    );
    assert.deepEqual(unexplained, []);
  });
