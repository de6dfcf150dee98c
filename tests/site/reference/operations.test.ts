import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleLanguages } from '../../../src/config/languages.ts';
import { environments } from '../../../src/config/samples.ts';
import { pageAt, textOf } from '../../support/built-pages.ts';
import {
  apis,
  asRendered,
  bodiesOf,
  follow,
  schemasWithin,
  type Node,
  type Operation,
} from '../../support/published-contracts.ts';

/** What the values of a schema consist of: the schema behind references, in lists, and besides null. */
function* partsOf(document: Node, reference: Node): Generator<Node> {
  const node = follow(document, reference);
  if (!node) return;
  yield node;
  for (const part of [node.items, node.oneOf, node.anyOf, node.allOf].flat()) yield* partsOf(document, part);
}

/** The IDs of a value and of everything in it: its fields and the values of its enums. */
function* idsBelow(document: Node, reference: Node, id: string, above: Node[] = []): Generator<string> {
  for (const node of partsOf(document, reference)) {
    for (const value of node.enum ?? []) if (value !== null) yield `${id}.${value}`.replaceAll(' ', '-');
    if (above.includes(node)) continue;
    for (const [name, field] of Object.entries<Node>(node.properties ?? {})) {
      const path = id ? `${id}.${name}` : name;
      yield path;
      yield* idsBelow(document, field, path, [...above, node]);
    }
  }
}

/** The IDs of every parameter, field, enum value and status of an operation. */
function idsOf(document: Node, { definition }: Operation): string[] {
  const ids: string[] = [];
  for (const reference of definition.parameters ?? []) {
    const { name, schema } = follow(document, reference);
    ids.push(name, ...idsBelow(document, schema, name));
  }
  for (const { schema } of Object.values<Node>(follow(document, definition.requestBody)?.content ?? {}))
    ids.push(...idsBelow(document, schema, ''));
  for (const [status, response] of Object.entries<Node>(definition.responses)) {
    ids.push(`status-${status}`);
    for (const { schema } of Object.values<Node>(follow(document, response).content ?? {})) {
      const prefix = status.startsWith('2') ? 'response' : schema.$ref.split('/').at(-1);
      ids.push(...idsBelow(document, schema, prefix));
    }
  }
  return [...new Set(ids)].sort();
}

/** An example with the credentials that samples for the platform have. */
const withPlaceholders = (example: string) =>
  example
    .replace(environments.sandbox.clientId, environments.platform.clientId)
    .replace(environments.sandbox.clientSecret, environments.platform.clientSecret);

/** All examples without white space, because pages indent them. Forms are in the samples, field by field. */
function exampleTexts(document: Node, body: Node, contentType: string): string[] {
  const values = Object.values<Node>(body.examples ?? {}).map((example) => follow(document, example).value);
  if (contentType.endsWith('json')) return values.map((value) => JSON.stringify(value).replaceAll(/\s/g, ''));
  return values.flatMap((value) => Object.entries(value).map(([name, each]) => `'${name}=${String(each)}'`));
}

/** Media types of the request and of the responses. */
function contentTypes(document: Node, definition: Node): string[] {
  return [definition.requestBody, ...Object.values<Node>(definition.responses)]
    .map((body) => follow(document, body))
    .flatMap((body) => Object.keys(body?.content ?? {}));
}

const operations = apis.flatMap((api) => api.operations.map((operation) => ({ ...operation, api })));

test('every API has operations, and fields and values to link to', () => {
  for (const api of apis) {
    const all = operations.filter((operation) => operation.api === api);
    assert.ok(all.flatMap((operation) => idsOf(api.document, operation)).length > all.length, api.title);
  }
});

for (const operation of operations) {
  const { id, kind, method, path, summary, deprecated, address, fragment, definition, api } = operation;
  const { document } = api;

  describe(`the page of ${id}`, () => {
    const page = pageAt(address);
    const main = page.one('main');
    const text = textOf(main);
    const lacks = (parts: readonly unknown[]) => parts.filter((part) => !text.includes(String(part)));
    const bodies = bodiesOf(document, operation);
    const parameters: Node[] = (definition.parameters ?? []).map((each: Node) => follow(document, each));

    test('has its summary as heading, its call, and links to the interactive reference', () => {
      assert.equal(textOf(page.one('h1')), deprecated ? `${summary} (deprecated)` : summary);
      assert.deepEqual(lacks(kind === 'webhook' ? [] : [`${method.toUpperCase()} ${path}`]), []);
      const link = page.all('main a').find((each) => textOf(each).includes('All operations on one page'));
      assert.equal(link?.attribs['href'], `${api.interactive}#${fragment}`);
    });

    test('has all parameters, fields, values, responses and examples of its contract', () => {
      const schemas = [...parameters, ...bodies].flatMap(({ schema }) => [
        ...schemasWithin(document, schema),
      ]);
      assert.deepEqual(lacks(parameters.map(({ name }) => name)), [], 'parameters');
      assert.deepEqual(lacks(Object.keys(definition.responses)), [], 'responses');
      assert.deepEqual(
        lacks(schemas.flatMap((schema) => Object.keys(schema.properties ?? {}))),
        [],
        'fields',
      );
      const values = schemas.flatMap((schema) => (schema.enum ?? []).filter((each: Node) => each !== null));
      assert.deepEqual(lacks(values), [], 'values');
      assert.deepEqual(
        lacks(schemas.flatMap((schema) => schema['x-enum-varnames'] ?? [])),
        [],
        'names of values',
      );
      const types = contentTypes(document, definition);
      assert.deepEqual(lacks(types), [], 'media types');
      assert.equal(types.length, bodies.length);
      const dense = text.replaceAll(' ', '');
      const examples = bodies.flatMap((body, index) =>
        body.schema === undefined ? [] : exampleTexts(document, body, types[index]!),
      );
      assert.deepEqual(
        examples.filter((example) => !dense.includes(withPlaceholders(example).replaceAll(' ', ''))),
        [],
        'examples',
      );
    });

    test('describes each parameter once, in its own words', () => {
      for (const { name, description, schema } of parameters) {
        const shown = textOf(page.one(`[id="${name}"]`));
        assert.ok(shown.includes(asRendered(description)), name);
        const ofSchema = asRendered(follow(document, schema).description);
        assert.ok(!shown.replace(asRendered(description), '').includes(ofSchema), name);
      }
    });

    test('has a sample in each language, unless the platform calls', () => {
      const samples = sampleLanguages.map(({ language }) =>
        page.texts(`[data-sync-key=language] [role=tabpanel] pre[data-language="${language}"]`).join(),
      );
      const call = path.split('{')[0]!;
      if (kind === 'operation') for (const sample of samples) assert.ok(sample.includes(call), sample);
    });

    test('has a tab for every documented status, with an example of its body', () => {
      const [samples] = page.all('.sample:last-child');
      assert.deepEqual(page.texts('[role=tab]', samples), Object.keys(definition.responses));
      const panels = page.all('[role=tabpanel]', samples);
      for (const [index, [status, response]] of Object.entries<Node>(definition.responses).entries()) {
        const panel = panels[index];
        const hasBody = Object.keys(follow(document, response).content ?? {}).length > 0;
        assert.equal(page.all('pre', panel).length > 0, hasBody, status);
      }
    });

    test('has an ID and a link for every parameter, field, value and status', () => {
      const links = new Set(page.attributes('main a', 'href'));
      const ids = page.attributes('main .field[id], main [id^="status-"], main tr[id]', 'id');
      assert.deepEqual(ids.toSorted(), idsOf(document, operation));
      assert.deepEqual(
        ids.filter((each) => !links.has(`#${each}`)),
        [],
      );
    });

    test('links to at most four guides, which link back', () => {
      const guides = page.attributes('nav[aria-label=Guides] a, nav[aria-labelledby=guides] a', 'href');
      assert.ok(guides.length > 0 && guides.length <= 4);
      for (const guide of guides) assert.ok(pageAt(guide!).html.includes(`href="${address}"`), guide);
    });
  });
}
