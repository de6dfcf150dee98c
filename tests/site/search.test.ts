import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findResults, type Pagefind, type SearchIndex, type Vocabulary } from '../../src/search/find.ts';
import type { ListedPage } from '../../src/shared/browser/listed-pages.ts';
import { factWeights } from '../../src/search/settings.ts';
import { builtFile, builtText, dist, whereIs } from '../support/built-pages.ts';
import { operations } from '../support/published-contracts.ts';

const { queries, messages, nonsense } = parse(readFileSync('tests/site/queries.yaml', 'utf8')) as {
  queries: Record<string, Record<string, string | string[]>>;
  messages: Record<string, string>;
  nonsense: string[];
};

const addresses = operations.map(({ address }) => address);

const json = (path: string): unknown => JSON.parse(builtText(path));

/** The parts of the index that Pagefind has fetched. */
const fetched: string[] = [];

/** Opens the built site's index. Pagefind fetches its parts, and each name has its own Pagefind. */
async function open(name: string): Promise<SearchIndex> {
  const folder = pathToFileURL(`${dist}/`).href;
  globalThis.fetch = (url) => {
    const path = String(url).replace(folder, '/').split('?')[0]!;
    fetched.push(path);
    return Promise.resolve(new Response(new Uint8Array(builtFile(path))));
  };
  const pagefind = (await import(`${folder}pagefind/pagefind.js?${name}`)) as Pagefind;
  await pagefind.options({
    bundlePath: '/pagefind/',
    baseUrl: '/',
    noWorker: true,
    language: 'en',
    ranking: { metaWeights: factWeights },
  });
  await pagefind.filters();
  return {
    pagefind,
    vocabulary: json('pagefind/terms.json') as Vocabulary,
    pages: () => Promise.resolve(json('pages.json') as ListedPage[]),
  };
}

const index = await open('first');

/** The first results' URLs. */
async function found(query: string, searched = index): Promise<string[]> {
  const { results } = await findResults(searched, query);
  return Promise.all(
    results.slice(0, 8).map(async (each) => ('data' in each ? (await each.data()).url : each.href)),
  );
}

test('The best page is the first result for nearly all queries, and in the top five for all', async () => {
  const all = Object.values(queries).flatMap((list) => Object.entries(list));
  const others: string[] = [];
  const missed: string[] = [];
  for (const [query, best] of all) {
    const places = [best].flat().map((wanted) => {
      const [page = '', anchor] = wanted.split('#');
      return whereIs(page) + (anchor ? `#${anchor}` : '');
    });
    const isBest = (url: string) => places.some((wanted) => url === wanted || url.split('#')[0] === wanted);
    const rank = (await found(query)).findIndex(isBest) + 1;
    if (rank !== 1) others.push(`${query} (${rank})`);
    if (rank < 1 || rank > 5) missed.push(query);
  }
  const first = 1 - others.length / all.length;
  const rate = `${Math.round(100 * first)} % of ${all.length} queries find the best page first`;
  console.log(`${rate}; not: ${others.join(', ')}`);
  assert.deepEqual(missed, []);
  assert.ok(first >= 0.9, others.join(', '));
});

test('The same words find the same pages after any search, since each search loads the whole index', async () => {
  const used = await open('used');
  for (const query of ['account', 'data', 'json', 'scope', 'webhook']) await findResults(used, query);
  fetched.length = 0;
  for (const query of ['pro', 'in', 'co'])
    assert.deepEqual(await found(query, await open(query)), await found(query, used), query);
  for (const name of readdirSync(join(dist, 'pagefind/index')))
    assert.ok(fetched.includes(`/pagefind/index/${name}`), name);
});

test('Error messages and report titles find their symptom in the top three', async () => {
  for (const [query, symptom] of Object.entries(messages)) {
    const results = await found(query);
    const wanted = `${whereIs('/troubleshooting/')}#${symptom}`;
    assert.ok(results.slice(0, 3).includes(wanted), `${query}: ${results.join(' ')}`);
  }
});

test("Queries for an operation's ID or call list it before the guides that mention it", async () => {
  for (const { id, kind, method, path, address } of operations) {
    assert.ok((await found(id)).slice(0, 2).includes(address), id);
    if (kind === 'webhook') continue;
    const results = await found(`${method.toUpperCase()} ${path}`);
    // Deprecated operations may only come after their API's overviews.
    const before = results.slice(0, results.indexOf(address)).filter((url) => !addresses.includes(url));
    assert.ok(results.includes(address) && before.length < 3, `${method} ${path}: ${results.join(' ')}`);
  }
});

test('An operation is among the first three results for the words of a task', async () => {
  for (const query of ['webhook', 'store transactions', 'poll']) {
    const results = (await found(query)).slice(0, 3);
    const isAmongThem = results.some((url) => addresses.includes(url));
    assert.ok(isAmongThem, `${query}: ${results.join(' ')}`);
  }
});

test("The words of an operation's title find it first", async () => {
  for (const id of ['createAnalysisJob', 'updateAnalysisJob', 'createCategorizationJob']) {
    const { address } = operations.find((operation) => operation.id === id)!;
    assert.equal((await found(id.replaceAll(/[A-Z]/g, ' $&').toLowerCase()))[0], address);
  }
});

test('Words of the only field that they describe find it among the first two results', async () => {
  const field = `${whereIs('/account-information/data-structures/')}#Transaction.counterpartAccountNumber`;
  for (const query of ['counterparty iban', 'counterpart iban', 'payee IBAN'])
    assert.ok((await found(query)).slice(0, 2).includes(field), query);
});

test('Queries that match no page find nothing', async () => {
  for (const query of nonsense) assert.deepEqual(await found(query), [], query);
});

test("Known words aren't corrected, and others become the nearest known ones", async () => {
  for (const query of ['curl', 'Difference', 'hmac', 'C#'])
    assert.equal((await findResults(index, query)).query, query);
  assert.equal((await findResults(index, 'Trasnactions of acounts')).query, 'transactions of accounts');
});

test('No excerpt contains code or labels', async () => {
  const texts = new Set<string>();
  for (const query of ['token', 'consent', 'transactions', 'webhook', 'category'])
    for (const { data } of (await index.pagefind.search(query)).results) texts.add((await data()).content);
  for (const text of texts) assert.doesNotMatch(text, /curl -|=> \{|\bGET\. |\bAssumed\. /);
});
