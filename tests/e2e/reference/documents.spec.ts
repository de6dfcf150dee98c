import { parse } from 'yaml';
import { expect, test } from '../../support/site.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { apis, type Node } from './contracts.ts';

const formats = [
  { ending: 'yaml', contentType: /^application\/yaml\b/, read: (text: string): Node => parse(text) },
  { ending: 'json', contentType: /^application\/json\b/, read: (text: string): Node => JSON.parse(text) },
];

function* references(node: Node): Generator<string> {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.$ref === 'string') yield node.$ref;
  for (const value of Object.values<Node>(node)) yield* references(value);
}

function resolves(document: Node, reference: string): boolean {
  const steps = reference.slice(2).split('/');
  return steps.reduce((at: Node, step) => at?.[step.replaceAll('~1', '/')], document) !== undefined;
}

for (const { name, title, document } of apis) {
  for (const { ending, contentType, read } of formats) {
    test(`/openapi/${name}.${ending} is the complete ${title}, self-contained`, async ({ request }) => {
      const response = await request.get(`/openapi/${name}.${ending}`);
      expect(response.status()).toBe(200);
      expect(response.headers()['content-type']).toMatch(contentType);
      const published = read(await response.text());
      expect(published).toEqual(document);
      const all = [...references(published)];
      expect(all.filter((reference) => !reference.startsWith('#/'))).toEqual([]);
      expect(all.filter((reference) => !resolves(published, reference))).toEqual([]);
    });
  }
}

for (const { ending, contentType, read } of formats) {
  test(`/openapi/platform.${ending} has every operation and webhook of every API, self-contained`, async ({
    request,
  }) => {
    const response = await request.get(`/openapi/platform.${ending}`);
    expect(response.headers()['content-type']).toMatch(contentType);
    const platform = read(await response.text());
    const items = Object.values<Node>({ ...platform.paths, ...platform.webhooks });
    const ids = items.flatMap((item) => Object.values<Node>(item).map(({ operationId }) => operationId));
    expect(ids.sort()).toEqual(apis.flatMap(({ operations }) => operations.map(({ id }) => id)).sort());
    const all = [...references(platform)];
    expect(all.filter((reference) => !resolves(platform, reference))).toEqual([]);
  });
}

const kept = new URL('../../../openapi/published/', import.meta.url);

for (const name of readdirSync(kept)) {
  for (const file of readdirSync(new URL(`${name}/`, kept))) {
    const version = file.replace('.json', '');
    test(`/openapi/${version}/${name} is the document as it was published`, async ({ request }) => {
      const published = JSON.parse(readFileSync(new URL(`${name}/${file}`, kept), 'utf8'));
      for (const { ending, read } of formats) {
        const response = await request.get(`/openapi/${version}/${name}.${ending}`);
        expect(response.status()).toBe(200);
        expect(read(await response.text())).toEqual(published);
      }
    });
  }
}

test('the API reference links to the combined document, and to the page about generated clients', async ({
  page,
}) => {
  await page.goto('/api/');
  for (const name of ['platform.yaml', 'platform.json']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/openapi/${name}`);
  }
  await page.getByRole('main').getByRole('link', { name: 'generate a client', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Generate a client' })).toBeVisible();
});

for (const { ending } of formats) {
  test(`a document in ${ending.toUpperCase()} is cached and not sent twice`, async ({ request }) => {
    const address = `/openapi/users.${ending}`;
    const first = await request.get(address);
    expect(first.headers()['cache-control']).not.toContain('no-store');
    const etag = first.headers()['etag'];
    expect(etag).toMatch(/\S/);
    const second = await request.get(address, { headers: { 'if-none-match': etag! } });
    expect(second.status()).toBe(304);
  });
}

test('an unknown document returns 404', async ({ request }) => {
  expect((await request.get('/openapi/no-such-api.yaml')).status()).toBe(404);
});
