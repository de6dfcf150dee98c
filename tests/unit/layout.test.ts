import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { guides, sectionAt, sidebar } from '../../src/config/sidebars.ts';
import { contract } from '../../src/contract/index.ts';
import { nearestPages } from '../../src/layout/not-found/not-found.ts';
import { listAssumptions } from '../../src/layout/route-middleware/contents.ts';
import { showSection } from '../../src/layout/route-middleware/sidebar.ts';
import { pagePath } from '../../src/shared/page-path.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

type Entry = StarlightRouteData['sidebar'][number];

/** What readers see beside a page: the sidebar, as Starlight gives it to the route middleware, with slugs as labels. */
function show(path: string) {
  const entryOf = (item: string | (typeof sidebar)[number]): Entry => {
    if (typeof item !== 'string') {
      const entries = item.items.map((each) => entryOf(each as string));
      return { type: 'group', label: item.label, entries, collapsed: false, badge: undefined };
    }
    const href = pagePath(item);
    return { type: 'link', label: item, href, isCurrent: href === path, badge: undefined, attrs: {} };
  };
  const route = { sidebar: sidebar.map(entryOf) } as StarlightRouteData;
  const trail = showSection(route, sectionAt(path), path, '');
  const { prev, next } = route.pagination;
  return {
    labels: route.sidebar.map(({ label }) => label),
    trail: trail.map(({ label }) => label),
    neighbors: [prev?.href, next?.href],
  };
}

test('Previous and next follow the sidebar of a section through its groups, and never leave it', () => {
  for (const { section, slugs } of guides.filter(({ section }) => section.id !== 'api')) {
    const paths = slugs.map(pagePath);
    for (const [index, path] of paths.entries()) {
      const { labels, trail, neighbors } = show(path);
      assert.equal(labels[0], slugs[0]);
      assert.equal(trail.at(-1), slugs[index]);
      assert.equal(sectionAt(path).id, section.id);
      assert.deepEqual(
        neighbors,
        path === '/' ? [undefined, undefined] : [paths[index - 1], paths[index + 1]],
      );
    }
  }
});

test('An API is a group in the section of the reference: overview, interactive reference, operations', () => {
  const { title, operations } = contract('users');
  const { slug, summary } = operations[0]!;
  const { labels, trail, neighbors } = show(pagePath(slug));
  assert.ok(labels.includes(title));
  assert.deepEqual(trail, [title, summary]);
  assert.equal(neighbors[0], '/users-api/');
  assert.equal(show('/users-api/').neighbors[0], '/api/users/');
});

test('A page that no sidebar lists has no trail, for which the route middleware stops the build', () => {
  assert.deepEqual(show('/webhooks/no-such-page/').trail, []);
});

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
