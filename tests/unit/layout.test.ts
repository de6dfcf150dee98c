import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { nearestPages } from '../../src/layout/not-found/not-found.ts';
import { listAssumptions } from '../../src/layout/route-middleware/contents.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

test('The contents list the groups of assumptions where the page has them, below any number of headings', () => {
  const items = ['_top', 'One', 'Two', 'Below'].map((text) => ({ depth: 2, slug: text, text, children: [] }));
  const body = '## One\n\nText.\n\n## Two\n\n<Assumptions />\n\n## Below\n';
  listAssumptions({ toc: { items }, entry: { body } } as unknown as StarlightRouteData);
  const found = items.map(({ text }) => text);
  assert.deepEqual(found.slice(0, 4), ['_top', 'One', 'Two', 'Several APIs']);
  assert.equal(found.at(-1), 'Below');
});

const pages = [
  '/account-information/data-access/consents/',
  '/account-information/data-access/consent-refresh/',
  '/sequencing/authentication/',
  '/webhooks/',
  '/webhooks/events/',
  '/webhooks/structure/',
  '/webhooks/verify/',
].map((href) => ({ href, title: href }));

for (const [what, path, first] of [
  ['with a typo', '/webhooks/event', '/webhooks/events/'],
  ['of another site', '/Webhook/index.html', '/webhooks/'],
  ['that moved', '/guides/consent-refresh/', '/account-information/data-access/consent-refresh/'],
  ['that resembles no page', '/pricing/enterprise/quote-form/', undefined],
] as const)
  test(`Instead of a page ${what}, ${path}, at most three are suggested: ${first ?? 'none'}`, () => {
    const found = nearestPages(path, pages);
    assert.equal(found[0]?.href, first);
    assert.ok(found.length <= 3);
  });
