import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { apis, isInteractive } from '../../src/config/apis.ts';
import { sectionAt, sidebar } from '../../src/config/sidebars.ts';
import { listAssumptions } from '../../src/layout/route-middleware/contents.ts';
import { showSection } from '../../src/layout/route-middleware/sidebar.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

type Entry = StarlightRouteData['sidebar'][number];

/** Starlight's sidebar on a page, as it comes to the route middleware. Labels are slugs. */
function routeAt(path: string): StarlightRouteData {
  const entryOf = (item: string | (typeof sidebar)[number]): Entry => {
    if (typeof item !== 'string')
      return {
        type: 'group',
        label: item.label,
        entries: item.items.map(entryOf as never),
        collapsed: false,
        badge: undefined,
      };
    const href = item === 'index' ? '/' : `/${item}/`;
    return { type: 'link', label: item, href, isCurrent: href === path, badge: undefined, attrs: {} };
  };
  return { sidebar: sidebar.map(entryOf) } as StarlightRouteData;
}

function show(path: string) {
  const route = routeAt(path);
  const trail = showSection(route, sectionAt(path), path, '');
  const { prev, next } = route.pagination;
  return {
    labels: route.sidebar.map(({ label }) => label),
    trail: trail.map(({ label }) => label),
    neighbors: [prev?.href, next?.href],
  };
}

test('A page shows the sidebar of its section alone, and the way to itself', () => {
  const { labels, trail } = show('/account-information/data-access/consents/');
  assert.equal(labels[0], 'account-information');
  assert.ok(!labels.includes('webhooks'));
  assert.deepEqual(trail, ['Data access', 'account-information/data-access/consents']);
});

test('Previous and next follow the sidebar through its groups and never leave the section', () => {
  assert.deepEqual(show('/webhooks/').neighbors, [undefined, '/webhooks/events/']);
  assert.deepEqual(show('/webhooks/verify/').neighbors, ['/webhooks/structure/', undefined]);
  assert.deepEqual(show('/account-information/providers/introduction/').neighbors, [
    '/account-information/authentication/',
    '/account-information/providers/sandbox/',
  ]);
  assert.deepEqual(show('/').neighbors, [undefined, undefined]);
});

test('An API is a group in the section of the reference: overview, interactive reference, operations', () => {
  const { labels, trail, neighbors } = show('/api/users/operations/createuser/');
  assert.ok(labels.includes('Users API'));
  assert.deepEqual(trail, ['Users API', 'Create a user']);
  assert.equal(neighbors[0], '/users-api/');
  assert.deepEqual(show('/users-api/').neighbors[0], '/api/users/');
});

test('A page that no sidebar lists has no trail, for which the route middleware stops the build', () => {
  assert.deepEqual(show('/webhooks/retries/').trail, []);
});

test('Every page has one section, and pages in no sidebar belong to the first', () => {
  assert.equal(sectionAt('/webhooks/events/').id, 'webhooks');
  assert.equal(sectionAt('/api/users/').id, 'api');
  assert.equal(sectionAt('/users-api/').id, 'api');
  assert.equal(sectionAt('/glossary/').id, 'main');
});

test('The contents list the groups of assumptions where the page has them, below any number of headings', () => {
  const headings = ['One', 'Two', 'Below'];
  const items = ['_top', ...headings].map((text) => ({ depth: 2, slug: text, text, children: [] }));
  const body = '## One\n\nText.\n\n## Two\n\n<Assumptions />\n\n## Below\n';
  listAssumptions({ toc: { items }, entry: { body } } as unknown as StarlightRouteData);
  assert.deepEqual(
    items.slice(0, 4).map(({ text }) => text),
    ['_top', 'One', 'Two', 'Several APIs'],
  );
  assert.equal(items.at(-1)?.text, 'Below');
});

test('Only the pages with an interactive reference count as such, whatever another page is called', () => {
  for (const { page } of apis) assert.ok(isInteractive(`/nl/${page}/`));
  for (const path of ['/guides/use-the-api/', '/my-api/', '/api/', '/authentication-api-keys/'])
    assert.ok(!isInteractive(path), path);
});
