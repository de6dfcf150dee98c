import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { find, type Pagefind, type SearchIndex, type Terms } from '../../../src/search/find.ts';
import type { ListedPage } from '../../../src/shared/browser/listed-pages.ts';
import { factWeights } from '../../../src/search/settings.ts';
import { builtFile, pageAt } from '../../support/built-pages.ts';
import { projectRoot } from '../../support/project-copy.ts';
import { nonsense, queries } from './queries.ts';

const json = (path: string): unknown => JSON.parse(builtFile(path).toString());

let index: SearchIndex;

/** Opens the index of the built site. Pagefind fetches its parts. */
before(async () => {
  const folder = pathToFileURL(join(projectRoot, 'dist/')).href;
  globalThis.fetch = (url) => {
    const path = String(url).replace(folder, '/').split('?')[0]!;
    return Promise.resolve(new Response(new Uint8Array(builtFile(path))));
  };
  const pagefind = (await import(`${folder}pagefind/pagefind.js`)) as Pagefind;
  await pagefind.options({
    bundlePath: '/pagefind/',
    baseUrl: '/',
    noWorker: true,
    language: 'en',
    ranking: { metaWeights: factWeights },
  });
  await pagefind.filters();
  index = {
    pagefind,
    names: json('pagefind/terms.json') as Terms,
    pages: () => Promise.resolve(json('pages.json') as ListedPage[]),
  };
});

/** The URLs of the first results. */
async function found(query: string, section?: string): Promise<string[]> {
  const { results } = await find(index, query, section);
  return Promise.all(
    results.slice(0, 8).map(async (each) => ('data' in each ? (await each.data()).url : each.href)),
  );
}

test('of at least 80 queries in six kinds, 95 % find the best page first, and all among the first three', async () => {
  const all = Object.entries(queries).flatMap(([kind, list]) =>
    Object.entries(list).map(([query, best]) => ({ kind, query, best })),
  );
  assert.equal(Object.keys(queries).length + 1, 6);
  assert.ok(all.length + nonsense.length >= 80, `${all.length} queries`);
  const others: string[] = [];
  const missed: string[] = [];
  for (const { kind, query, best } of all) {
    const isBest = (url: string) =>
      [best].flat().some((wanted) => url === wanted || url.split('#')[0] === wanted);
    const rank = (await found(query)).findIndex(isBest) + 1;
    if (rank !== 1) others.push(`${kind}: ${query} (${rank})`);
    if (rank < 1 || rank > 3) missed.push(query);
  }
  assert.deepEqual(missed, []);
  assert.ok(others.length <= all.length * 0.05, `not first: ${others.join(', ')}`);
});

test('what is in no page finds nothing', async () => {
  for (const query of nonsense) assert.deepEqual(await found(query), [], query);
});

test('a word that occurs is not corrected, and others become the nearest known ones', async () => {
  for (const query of ['curl', 'Difference', 'hmac', 'C#'])
    assert.equal((await find(index, query)).query, query);
  assert.equal((await find(index, 'Trasnactions of acounts')).query, 'transactions of accounts');
});

test('a chosen section limits the results to its pages', async () => {
  const paths = await found('event', 'Webhooks');
  assert.ok(paths.length > 1, paths.join());
  assert.ok(paths.every((path) => path.startsWith('/webhooks/')));
});

test('every name of the contracts leads to an anchor of a page', () => {
  const { terms } = index.names;
  assert.ok(terms.length > 200, `${terms.length} names`);
  for (const { href } of terms) {
    const [path = '', id = ''] = href.split('#');
    assert.equal(pageAt(path).all(`[id="${id}"]`).length, 1, href);
  }
});

test('no excerpt contains code or labels', async () => {
  const texts = new Set<string>();
  for (const query of ['token', 'consent', 'transactions', 'webhook', 'category'])
    for (const { data } of (await index.pagefind.search(query)).results) texts.add((await data()).content);
  for (const text of texts) assert.doesNotMatch(text, /curl -|=> \{|\bGET\. |\bAssumed\. /);
});
