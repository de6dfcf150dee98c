import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { factsFile, type SiteFacts } from '../../src/hosting/site-facts.ts';
import { startEngine } from '../engines/drivers/start.ts';
import type { Engine, EngineName } from '../engines/engine.ts';
import { PROOF_LIMIT, prove } from '../engines/prove.ts';
import { table } from '../engines/table.ts';
import { findEngine } from '../support/engines.ts';
import { missingHost, RunningHost, type Host, type HostName } from '../support/hosts.ts';
import { ProjectCopy, projectRoot } from '../support/project-copy.ts';

/*
 * Rows of the table of behaviors on each host, at the root and below a path. `npm run test:engines` proves all rows on
 * nginx at the root, and `hosts.test.ts` compares the responses of all hosts at both places.
 */

const rows = [
  'the chosen mode is stored: it holds after a reload and on other pages',
  'one click dismisses it, for this page and all others, also after a reload',
  'with JavaScript on, the mobile menu opens and closes by its button and by Escape, and its links lead on',
  'a language chosen in a guide is chosen in the static reference',
  'the copy button copies the sample, as it reads, and says so',
  'a text typed into the search lists pages, and Enter opens the first, even before it is listed',
  'the search works on a page that the service worker controls',
  'it is rendered in light mode and follows the toggle to dark mode and back, code included',
  'a page under a resting pointer is fetched ahead, and the click needs no second request',
  'a page under a resting pointer is rendered ahead, and the click shows it',
  'when the connection is refused, a page that was read opens as an offline copy, and Retry loads it',
  'when the server returns 503, a page that was never read says so, and Retry loads it',
  'an inline script is blocked',
];

const behaviors = table.flatMap((subject) => subject.behaviors).filter(({ title }) => rows.includes(title));

const targets: [host: HostName, base: '' | '/docs', engine: EngineName][] = [
  ['nginx', '/docs', 'firefox'],
  ['Apache', '/docs', 'chromium'],
  ['Caddy', '', 'chromium'],
];

const copy = new ProjectCopy();
const sites = { '': projectRoot, '/docs': copy.folder };

before(() => {
  const { status, output } = copy.build({ BASE_PATH: '/docs/' });
  assert.equal(status, 0, output.slice(-4_000));
});
after(() => copy.remove());

test('Every row is in the table', () => {
  assert.equal(behaviors.length, rows.length);
});

for (const [name, base, engineName] of targets) {
  const skip =
    missingHost(name) ??
    (findEngine(engineName) || process.env['CI'] ? undefined : `${engineName} isn't installed.`);
  describe(`${name} serves the site at ${base}/, in ${engineName}:`, { skip }, () => {
    let engine: Engine;
    let host: Host;
    before(async () => {
      const facts = JSON.parse(readFileSync(join(sites[base], factsFile), 'utf8')) as SiteFacts;
      host = await RunningHost.start(name, facts, join(sites[base], 'dist'));
      engine = await startEngine(engineName);
    });
    after(async () => {
      await engine?.close();
      await host?.close();
    });
    for (const { cannot, ...behavior } of behaviors) {
      const row = cannot?.[engineName]?.instead ?? behavior;
      test(row.title, { timeout: PROOF_LIMIT }, () => prove(engine, host, row));
    }
  });
}
