import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from 'htmlparser2';
import { selectAll } from 'css-select';
import type { ApiName } from '../../src/config/apis.ts';
import { changeLogOf } from '../../src/contract/change-log.ts';
import { apis } from '../support/published-contracts.ts';
import { builtFile, isBuilt, pageAt, readersPages, textOf, type Element } from '../support/built-pages.ts';

const ORIGIN = 'https://developer.example.com';

/* JSON-LD */

/** The properties that our types may have in the vocabulary of schema.org. Parents: TechArticle, CreativeWork, Thing. */
const article = ['headline', 'url', 'dateModified', 'version'];
const vocabulary: Record<string, readonly string[]> = {
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  WebSite: ['name', 'url'],
  TechArticle: article,
  APIReference: article,
};

interface Node {
  [name: string]: unknown;
  '@type': string;
}

function graphOf(path: string): Node[] {
  const [script] = pageAt(path).all('head script[type="application/ld+json"]');
  const data = JSON.parse(textOf(script!)) as { '@context': string; '@graph': Node[] };
  assert.equal(data['@context'], 'https://schema.org');
  return data['@graph'];
}

function checkVocabulary(node: unknown): void {
  if (Array.isArray(node)) for (const each of node) checkVocabulary(each);
  else if (typeof node === 'object' && node !== null) {
    const { '@type': type, ...properties } = node as Node;
    for (const [name, value] of Object.entries(properties)) {
      assert.ok(vocabulary[type]?.includes(name), `${type}.${name}`);
      checkVocabulary(value);
    }
  }
}

test('Every page describes its breadcrumbs and itself with names of schema.org', () => {
  for (const path of readersPages) {
    const [list, page] = graphOf(path);
    checkVocabulary([list, page]);
    const items = list!['itemListElement'] as { position: number; item?: string }[];
    assert.deepEqual(
      items.map(({ position }) => position),
      items.map((_, index) => index + 1),
    );
    for (const { item } of items.slice(0, -1))
      assert.ok(readersPages.includes(item!.replace(ORIGIN, '')), item);
    const isReference = /^\/api\/[^/]+\/(operations|webhooks)\//.test(path);
    if (path !== '/' && !/^\/api\//.test(path)) assert.equal(page!['@type'], 'TechArticle', path);
    if (isReference) assert.equal(page!['@type'], 'APIReference', path);
    assert.equal(page!['url'], ORIGIN + path);
  }
});

/* The catalog of APIs */

test('The catalog has each API with its contract and its reference', () => {
  const { linkset } = JSON.parse(builtFile('/.well-known/api-catalog').toString()) as {
    linkset: { anchor: string; item?: { href: string }[]; [relation: string]: unknown }[];
  };
  const [catalog, ...entries] = linkset;
  assert.equal(catalog!.anchor, `${ORIGIN}/.well-known/api-catalog`);
  assert.deepEqual(
    catalog!.item!.map(({ href }) => href),
    apis.map(({ name }) => `${ORIGIN}/api/${name}/`),
  );
  assert.equal(entries.length, apis.length);
  for (const { anchor, ...relations } of entries) {
    assert.deepEqual(Object.keys(relations), ['service-desc', 'service-doc']);
    for (const { href } of Object.values(relations).flat() as { href: string }[])
      assert.ok(isBuilt(href.replace(ORIGIN, '')), `${anchor}: ${href}`);
  }
});

/* The changelog */

test('The feed is Atom, has every version of every API, and leads to the changelog', () => {
  const feed = parseDocument(builtFile('/changelog.atom').toString(), { xmlMode: true });
  const all = (selector: string) => selectAll<(typeof feed)['children'][number], Element>(selector, feed);
  const texts = (selector: string) => all(selector).map(textOf);
  const links = (selector: string) => all(selector).map(({ attribs }) => attribs['href']!);
  const releases = apis.flatMap(({ name }) =>
    changeLogOf(name as ApiName).map(({ version, date }) => ({ id: `${name}-${version}`, date })),
  );
  const ids = texts('entry > id');
  assert.equal(new Set(ids).size, releases.length);
  for (const part of ['title', 'updated', 'content'])
    assert.equal(texts(`entry > ${part}`).length, ids.length);
  for (const part of ['id', 'title', 'updated', 'author > name'])
    assert.equal(texts(`feed > ${part}`).length, 1, part);
  assert.deepEqual(links('feed > link[rel=self]'), [`${ORIGIN}/changelog.atom`]);
  const days = texts('entry > updated');
  assert.deepEqual(days, days.toSorted().toReversed());
  assert.deepEqual(texts('feed > updated'), days.slice(0, 1));
  const page = pageAt('/api/changelog/');
  for (const { id, date } of releases) {
    assert.ok(links('entry > link').includes(`${ORIGIN}/api/changelog/#${id}`), id);
    page.one(`h3[id="${id}"]`);
    page.one(`h2[id="${date}"]`);
  }
  for (const path of ['/', '/api/changelog/'])
    assert.deepEqual(pageAt(path).attributes('link[type="application/atom+xml"]', 'href'), [
      '/changelog.atom',
    ]);
});
