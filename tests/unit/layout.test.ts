import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { listAssumptions } from '../../src/layout/route-middleware/contents.ts';
import { nearestPage } from '../../src/shared/nearest.ts';

test('The table of contents lists the assumption groups where the page shows them', () => {
  const items = ['_top', 'One', 'Two', 'Below'].map((text) => ({ depth: 2, slug: text, text, children: [] }));
  const body = '## One\n\nText.\n\n## Two\n\n<Assumptions />\n\n## Below\n';
  listAssumptions({ toc: { items }, entry: { body } } as unknown as StarlightRouteData);
  const found = items.map(({ text }) => text);
  assert.deepEqual(found.slice(0, 4), ['_top', 'One', 'Two', 'Rules']);
  assert.equal(found.at(-1), 'Below');
});

const pages = ['/account-information/data-access/consent-refresh/', '/webhooks/', '/webhooks/events/'];

for (const [what, path, nearest] of [
  ['with a typo', '/webhooks/event', '/webhooks/events/'],
  ['in uppercase', '/Webhook/', '/webhooks/'],
  ['that moved', '/guides/consent-refresh/', '/account-information/data-access/consent-refresh/'],
  ['that resembles no page', '/pricing/enterprise/quote-form/', undefined],
] as const)
  test(`Instead of a page ${what}, ${path}, the not-found page suggests ${nearest ?? 'none'}`, () =>
    assert.equal(nearestPage(path, pages), nearest));
