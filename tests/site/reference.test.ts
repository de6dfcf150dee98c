import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sampleLanguages } from '../../src/config/languages.ts';
import { environments } from '../../src/config/samples.ts';
import { builtFile, checkPages, pageAt, textOf, type BuiltPage } from '../support/built-pages.ts';
import {
  apis,
  follow,
  operations,
  type Api,
  type Node,
  type Operation,
} from '../support/published-contracts.ts';

/** A description as pages show it: without Markdown and with typographic apostrophes. */
const asRendered = (markdown: string) => markdown.replaceAll(/[`*]/g, '').replaceAll("'", '’');

/** Fails with the errors on all operation pages. */
function checkOperations(
  errorsOf: (page: BuiltPage, operation: Operation & { api: Api }, document: Node) => (string | false)[],
): void {
  const byAddress = new Map(operations.map((each) => [each.address, each]));
  checkPages([...byAddress.keys()], (page, path) => {
    const operation = byAddress.get(path)!;
    return errorsOf(page, operation, operation.api.document);
  });
}

const lacks = (what: string, text: string, parts: readonly unknown[]) => {
  const missing = parts.filter((part) => !text.includes(String(part)));
  return missing.length > 0 && `lacks the ${what} ${missing.join(', ')}`;
};

const parametersOf = (document: Node, { definition }: Operation): Node[] =>
  (definition.parameters ?? []).map((each: Node) => follow(document, each));

/** The IDs of a value, its fields, and its enum values. */
function* idsBelow(document: Node, reference: Node, id: string, above: Node[] = []): Generator<string> {
  const node = follow(document, reference);
  if (!node) return;
  for (const value of node.enum ?? []) if (value !== null) yield `${id}.${value}`.replaceAll(' ', '-');
  if (above.includes(node)) return;
  for (const part of [node.items, node.oneOf, node.anyOf, node.allOf].flat())
    yield* idsBelow(document, part, id, [...above, node]);
  for (const [name, field] of Object.entries<Node>(node.properties ?? {})) {
    const path = id ? `${id}.${name}` : name;
    yield path;
    yield* idsBelow(document, field, path, [...above, node]);
  }
}

/** The IDs of an operation's parameters, fields, enum values, and statuses. */
function idsOf(document: Node, operation: Operation): string[] {
  const { requestBody, responses } = operation.definition;
  const contents = (node: Node) => Object.values<Node>(follow(document, node)?.content ?? {});
  const ids = [
    ...parametersOf(document, operation).flatMap(({ name, schema }) => [
      name,
      ...idsBelow(document, schema, name),
    ]),
    ...contents(requestBody).flatMap(({ schema }) => [...idsBelow(document, schema, '')]),
    ...Object.entries<Node>(responses).flatMap(([status, response]) => [
      `status-${status}`,
      ...contents(response).flatMap(({ schema }) => {
        const prefix = status.startsWith('2') ? 'response' : (schema.$ref?.split('/').at(-1) ?? 'response');
        return [...idsBelow(document, schema, prefix)];
      }),
    ]),
  ];
  return [...new Set(ids)].sort();
}

/** Every schema within a schema, itself first. Recursion stops at a repeated schema. */
function* schemasWithin(document: Node, node: Node, seen = new Set<Node>()): Generator<Node> {
  const schema = follow(document, node);
  if (schema === undefined || schema === null || typeof schema !== 'object' || seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  const parts = [
    ...Object.values<Node>(schema.properties ?? {}),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
    schema.items,
    schema.additionalProperties,
  ];
  for (const part of parts) yield* schemasWithin(document, part, seen);
}

/** An operation's bodies: the request's, then the responses'. */
function bodiesOf(document: Node, { definition }: Operation): Node[] {
  return [definition.requestBody, ...Object.values<Node>(definition.responses)]
    .map((body) => follow(document, body))
    .flatMap((body) => Object.values<Node>(body?.content ?? {}));
}

/** All examples without white space, because pages indent them. Samples contain forms field by field. */
function exampleTexts(document: Node, operation: Operation): string[] {
  const { platform, sandbox } = environments;
  const { requestBody, responses } = operation.definition;
  return [requestBody, ...Object.values<Node>(responses)]
    .flatMap((body) => Object.entries<Node>(follow(document, body)?.content ?? {}))
    .flatMap(([type, { examples }]) =>
      Object.values<Node>(examples ?? {}).map((each) => [type, each] as const),
    )
    .flatMap(([type, example]) => {
      const { value } = follow(document, example);
      if (type.endsWith('json')) return [JSON.stringify(value)];
      return Object.entries(value).map(([name, each]) => `'${name}=${String(each)}'`);
    })
    .map((text) => text.replace(sandbox.clientId, platform.clientId))
    .map((text) => text.replace(sandbox.clientSecret, platform.clientSecret).replaceAll(/\s/g, ''));
}

test('Operation pages contain the call, descriptions, and examples', () => {
  checkOperations((page, operation, document) => {
    const { kind, method, path, summary, deprecated, api, fragment } = operation;
    const text = textOf(page.one('main'));
    const parameters = parametersOf(document, operation);
    const schemas = [...parameters, ...bodiesOf(document, operation)].flatMap(({ schema }) => [
      ...schemasWithin(document, schema),
    ]);
    const link = page.all('main a').find((each) => textOf(each).includes('All operations on one page'));
    return [
      textOf(page.one('h1')) !== (deprecated ? `${summary} (deprecated)` : summary) &&
        'has a different heading',
      link?.attribs['href'] !== `${api.interactive}#${fragment}` &&
        'has no link to the interactive reference',
      lacks('call', text, kind === 'webhook' ? [] : [`${method.toUpperCase()} ${path}`]),
      lacks(
        'descriptions',
        text.replaceAll(/\s/g, ''),
        parameters.map(({ description }) => asRendered(description).replaceAll(/\s/g, '')),
      ),
      lacks(
        'marks of required fields',
        page.all('dt:has(.required)').map(textOf).join(' '),
        schemas.flatMap((schema) => schema.required ?? []),
      ),
      lacks(
        'names of values',
        text,
        schemas.flatMap((schema) => schema['x-enum-varnames'] ?? []),
      ),
      lacks('examples', text.replaceAll(' ', ''), exampleTexts(document, operation)),
    ];
  });
});

test('Operation pages contain a sample in each language, a tab with a body for each status, and an anchor for each field and value', () => {
  checkOperations((page, operation, document) => {
    const { kind, path, definition } = operation;
    const samples = sampleLanguages.map(({ language }) =>
      page.texts(`[data-sync-key=language] [role=tabpanel] pre[data-language="${language}"]`).join(),
    );
    const [responses] = page.all('.samples > :last-child');
    const tabs = page.texts('[role=tab]', responses).map((status, index) => {
      const panel = page.all('[role=tabpanel]', responses)[index];
      return `${status} ${page.all('pre', panel).length > 0}`;
    });
    const bodies = Object.entries<Node>(definition.responses).map(
      ([status, response]) => `${status} ${follow(document, response).content !== undefined}`,
    );
    const links = page.attributes('main a', 'href');
    const ids = page.attributes('main .field[id], main [id^="status-"], main tr[id]', 'id').toSorted();
    const expected = idsOf(document, operation);
    return [
      kind === 'operation' && samples.some((each) => !each.includes(path.split('{')[0]!)) && 'lacks a sample',
      tabs.join() !== bodies.join() && `has the tabs ${tabs.join()} instead of ${bodies.join()}`,
      ids.join() !== expected.join() && `has the IDs ${ids.join()} instead of ${expected.join()}`,
      ...ids.map((id) => !links.includes(`#${id}`) && `has no link to #${id}`),
    ];
  });
});

test('Operation pages link to guides, which link back', () => {
  checkOperations((page, { address }) =>
    page
      .attributes('nav[aria-label=Guides] a, nav[aria-labelledby=guides] a', 'href')
      .map((guide) => !pageAt(guide!).html.includes(`href="${address}"`) && `${guide} doesn't link back`),
  );
});

test('Overview, index, sidebar, search, and interactive page list every operation', () => {
  const index = pageAt('/api/');
  const listed = (JSON.parse(builtFile('pages.json').toString()) as { href: string }[]).map(
    ({ href }) => href,
  );
  for (const { name, title, document, overview, interactive, operations: own } of apis) {
    const addresses = own.map(({ address }) => address);
    const missingIn = (links: readonly unknown[]) => addresses.filter((address) => !links.includes(address));
    assert.deepEqual(missingIn(listed), [], 'pages.json');
    assert.deepEqual(missingIn(pageAt(overview).attributes('main a', 'href')), [], overview);
    assert.deepEqual(missingIn(pageAt(overview).attributes('nav[aria-label=Main] a', 'href')), [], overview);
    const section = index.one(`section:has(> .head > [id="${name}-api"])`);
    const links = index.attributes('a', 'href', section);
    assert.ok(textOf(section).includes(title), title);
    assert.deepEqual(missingIn(links), [], `/api/, ${name}`);
    for (const ending of ['yaml', 'json']) assert.ok(links.includes(`/openapi/${name}.${ending}`), name);
    const page = pageAt(interactive);
    const [sentence] = asRendered(document.info.description).split(/(?<=\.)\s/);
    const parts = [document.servers[0].url, sentence, 'The full reference needs JavaScript.'];
    assert.equal(lacks('parts', textOf(page.one('main')), parts), false, interactive);
    for (const { address, fragment } of own)
      assert.equal(
        page.all(`[id="${fragment}"] a[href="${address}"]`).length,
        1,
        `${interactive}#${fragment}`,
      );
  }
});

test('Deprecated operations, and no others, are marked in the index and the sidebar, and name their replacement', () => {
  const index = pageAt('/api/');
  for (const path of ['/api/categorization/', '/categorization-api/'])
    assert.ok(pageAt(path).attributes('main p a', 'href').includes('/api/categorization-v2/'), path);
  checkOperations((page, { address, deprecated, definition }) => {
    const isMarked = /deprecated/.test(textOf(index.one(`main a[href="${address}"]`)));
    if (!deprecated) return [isMarked && 'is marked in /api/'];
    const group = page.texts('nav[aria-label=Main] details[open]:has([aria-current=page]) > summary');
    const { operation } = definition['x-deprecation'] ?? {};
    const replacement = operations.find(({ id }) => id === operation);
    const links = page.attributes('main dl a', 'href');
    return [
      !isMarked && "isn't marked in /api/",
      !group.join().includes('deprecated') && "isn't marked in the sidebar",
      replacement !== undefined && !links.includes(replacement.address) && 'has no link to the replacement',
    ];
  });
});

test('Documents are self-contained, and published versions are served as they were published', () => {
  const unresolved = (document: Node) =>
    [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)]
      .map(([, reference]) => reference!)
      .filter(
        (reference) => !reference.startsWith('#/') || follow(document, { $ref: reference }) === undefined,
      );
  const published = new URL('../../openapi/published/', import.meta.url);
  const served = (name: string): Node => JSON.parse(builtFile(`openapi/${name}.json`).toString());
  for (const { name, document } of apis) {
    assert.deepEqual(served(name), document, name);
    assert.deepEqual(unresolved(document), [], name);
  }
  const platform = served('platform');
  assert.deepEqual(unresolved(platform), []);
  const ids = Object.values<Node>({ ...platform.paths, ...platform.webhooks }).flatMap((item) =>
    Object.values<Node>(item).map(({ operationId }) => operationId),
  );
  assert.deepEqual(ids.toSorted(), operations.map(({ id }) => id).toSorted());
  for (const name of readdirSync(published))
    for (const file of readdirSync(new URL(`${name}/`, published)).filter((each) => each.endsWith('.json'))) {
      const version = JSON.parse(readFileSync(new URL(`${name}/${file}`, published), 'utf8'));
      assert.deepEqual(served(`${file.replace('.json', '')}/${name}`), version, `${name} ${file}`);
    }
});
