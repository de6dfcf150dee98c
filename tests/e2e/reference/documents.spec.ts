import { parse } from 'yaml';
import { expect, test } from '../../support/site.ts';
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
