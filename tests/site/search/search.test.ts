import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { find, type SearchIndex } from '../../../src/client/search/find.ts';
import type { Pagefind } from '../../../src/client/search/pagefind.ts';
import type { Terms } from '../../../src/client/search/terms.ts';
import type { ListedPage } from '../../../src/client/support/listed-pages.ts';
import { factWeights } from '../../../src/config/search.ts';
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
  const pagefind = (await import(`${folder}pagefind/pagefind.js`)) as Pagefind & {
    options: (options: object) => Promise<void>;
  };
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
    sections: () => Promise.resolve(json('pagefind/sections.json') as Record<string, string[]>),
    pages: () => Promise.resolve(json('pages.json') as ListedPage[]),
  };
});

/** The place of the best page in the results, from 1; 0 if it isn't among the first. */
async function rankOf(query: string, best: string | readonly string[]): Promise<number> {
  const { first } = await find(index, query);
  const found = first.map((each) => ('href' in each ? each.href : each.url));
  const isBest = (url: string) =>
    [best].flat().some((wanted) => url === wanted || url.split('#')[0] === wanted);
  return found.findIndex(isBest) + 1;
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
    const rank = await rankOf(query, best);
    if (rank !== 1) others.push(`${kind}: ${query} (${rank})`);
    if (rank < 1 || rank > 3) missed.push(query);
  }
  assert.deepEqual(missed, []);
  assert.ok(others.length <= all.length * 0.05, `not first: ${others.join(', ')}`);
});

test('what is in no page finds nothing', async () => {
  for (const query of nonsense) assert.equal((await find(index, query)).count, 0, query);
});

test('a word that occurs is not corrected', async () => {
  for (const query of ['curl', 'difference', 'hmac']) assert.equal((await find(index, query)).query, query);
});

test('a chosen section limits the results to its pages', async () => {
  const { first } = await find(index, 'event', { section: 'Webhooks' });
  const paths = first.map((each) => ('href' in each ? each.href : each.url));
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

test('its names stay small', () => {
  assert.ok(readFileSync(join(projectRoot, 'dist/pagefind/terms.json')).length < 100_000);
});
