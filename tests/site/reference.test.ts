import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { environments, sampleLanguages } from '../../src/config/samples.ts';
import { assumptions, assumptionsAbout, directAssumptions } from '../../src/contract/assumptions.ts';
import { fieldsOfBody, parameterFields, type Field } from '../../src/contract/fields.ts';
import { contract } from '../../src/contract/index.ts';
import { bodiesOf, parametersOf } from '../../src/contract/lookup.ts';
import type { Operation as Described } from '../../src/contract/model.ts';
import { builtText, checkPages, pageAt, sitePages, textOf, type BuiltPage } from '../support/built-pages.ts';
import { apis, follow, operations, type Node } from '../support/published-contracts.ts';

/** A description as pages show it: without Markdown and with typographic apostrophes. */
const asRendered = (markdown: string) => markdown.replaceAll(/[`*]/g, '').replaceAll("'", '’');

/** Fails with the errors on all operation pages. */
function checkOperations(
  errorsOf: (
    page: BuiltPage,
    operation: (typeof operations)[number],
    described: Described,
  ) => (string | false)[],
): void {
  const byAddress = new Map(operations.map((each) => [each.address, each]));
  checkPages([...byAddress.keys()], (page, path) => {
    const operation = byAddress.get(path)!;
    return errorsOf(page, operation, { ...operation, api: operation.api.name });
  });
}

const lacks = (what: string, text: string, parts: readonly unknown[]) => {
  const missing = parts.filter((part) => !text.includes(String(part)));
  return missing.length > 0 && `lacks the ${what} ${missing.join(', ')}`;
};

/** The IDs of fields, of their enum values, and of the fields within them. */
const idsOf = (fields: readonly Field[], prefix = ''): string[] =>
  fields.flatMap(({ path, values, fields: inner }) => {
    const id = prefix + path;
    return [id, ...values.map(({ value }) => `${id}.${value.replaceAll(' ', '-')}`), ...idsOf(inner, prefix)];
  });

const withInner = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => [field, ...withInner(field.fields)]);

/**
 * The fields of an operation's parameters and bodies, each list with the prefix of its IDs. tests/unit/contract.test.ts
 * tests how schemas become fields.
 */
function fieldListsOf(operation: Described): [prefix: string, fields: Field[]][] {
  const { document } = contract(operation.api);
  const ofBodies = [...bodiesOf(operation)].map(([part, body]): [string, Field[]] => {
    const prefix = part.startsWith('2') ? 'response.' : `${body.schemaName ?? 'response'}.`;
    return [part === 'request' ? '' : prefix, fieldsOfBody(document, body)];
  });
  return [['', parameterFields(document, parametersOf(operation))], ...ofBodies];
}

/** All examples without white space, because pages indent them. Samples contain forms field by field. */
function exampleTexts(operation: Described): string[] {
  const { platform, sandbox } = environments;
  return [...bodiesOf(operation).values()]
    .flatMap(({ contentType, examples }) =>
      examples.flatMap(({ value }) =>
        contentType.endsWith('json')
          ? JSON.stringify(value)
          : Object.entries(value as object).map(([name, each]) => `'${name}=${String(each)}'`),
      ),
    )
    .map((text) => text.replace(sandbox.clientId, platform.clientId))
    .map((text) => text.replace(sandbox.clientSecret, platform.clientSecret).replaceAll(/\s/g, ''));
}

test('Operation pages contain the call, descriptions, and examples', () => {
  checkOperations((page, operation, described) => {
    const { kind, method, path, summary, deprecated, api, fragment } = operation;
    const text = textOf(page.one('main'));
    const fields = fieldListsOf(described).flatMap(([, list]) => withInner(list));
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
        parametersOf(described).map(({ description = '' }) => asRendered(description).replaceAll(/\s/g, '')),
      ),
      lacks(
        'marks of required fields',
        page.all('dt:has(.required)').map(textOf).join(' '),
        fields.flatMap(({ name, required }) => (required ? name : [])),
      ),
      lacks(
        'names of values',
        text,
        fields.flatMap(({ values }) => values.flatMap(({ name }) => name ?? [])),
      ),
      lacks('examples', text.replaceAll(' ', ''), exampleTexts(described)),
    ];
  });
});

test('Operation pages contain a sample in each language, a tab with a body for each status, and an anchor for each field and value', () => {
  checkOperations((page, { kind, path, definition, api }, described) => {
    const samples = sampleLanguages.map(({ language }) =>
      page.texts(`[data-sync-key=language] [role=tabpanel] pre[data-language="${language}"]`).join(),
    );
    const [responses] = page.all('.samples > :last-child');
    const tabs = page.texts('[role=tab]', responses).map((status, index) => {
      const panel = page.all('[role=tabpanel]', responses)[index];
      return `${status} ${page.all('pre', panel).length > 0}`;
    });
    const bodies = Object.entries<Node>(definition.responses).map(
      ([status, response]) => `${status} ${follow(api.document, response).content !== undefined}`,
    );
    const links = page.attributes('main a', 'href');
    const ids = page.attributes('main .field[id], main [id^="status-"], main tr[id]', 'id').toSorted();
    const ofFields = fieldListsOf(described).flatMap(([prefix, fields]) => idsOf(fields, prefix));
    const ofStatuses = Object.keys(definition.responses).map((status) => `status-${status}`);
    const expected = [...new Set([...ofFields, ...ofStatuses])].sort();
    return [
      kind === 'operation' && samples.some((each) => !each.includes(path.split('{')[0]!)) && 'lacks a sample',
      tabs.join() !== bodies.join() && `has the tabs ${tabs.join()} instead of ${bodies.join()}`,
      ids.join() !== expected.join() && `has the IDs ${ids.join()} instead of ${expected.join()}`,
      ...ids.map((id) => !links.includes(`#${id}`) && `has no link to #${id}`),
      ...page
        .texts('main .error a[href*="error-handling"]')
        .map(
          (text) =>
            !links.some((link) => link?.includes(`#${text.split(' ').at(-1)}-`)) && `misleads: ${text}`,
        ),
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
  const listed = (JSON.parse(builtText('pages.json')) as { href: string }[]).map(({ href }) => href);
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
    for (const { address, fragment } of own) page.one(`[id="${fragment}"] a[href="${address}"]`);
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
    [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].filter(
      ([, $ref]) => !$ref?.startsWith('#/') || follow(document, { $ref }) === undefined,
    );
  const published = new URL('../../openapi/published/', import.meta.url);
  const served = (name: string): Node => JSON.parse(builtText(`openapi/${name}.json`));
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

const plain = (text: string) => text.replaceAll('`', '').replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();

/** A reason as shown in the "Assumed" column. */
const inColumn = (reason: string) =>
  plain(reason)
    .replace(/^Assumed:? (.)/, (_, first: string) => first.toUpperCase())
    .replace(/\.$/, '');

// tests/contract/assumptions.test.ts tests which assumptions are about an operation.
test('Operation pages mark the assumptions about the operation, its fields, and its server, and nothing else', () => {
  for (const { id, kind, address, api } of operations) {
    const ofServer = kind === 'operation' ? directAssumptions(api.document.servers[0]) : [];
    const expected = [...ofServer, ...assumptionsAbout(id, address)].map(({ reason }) => reason);
    const marked = pageAt(address).attributes('main a.assumed', 'title');
    assert.deepEqual(new Set(marked), new Set(expected), address);
  }
});

test('"What is assumed" contains every assumption in the contracts, and each marker leads to its entry', () => {
  const list = pageAt('/what-is-assumed/');
  const entries = list.all('main tbody tr').map((entry) => ({
    text: plain(textOf(entry)),
    links: list.attributes('[id]', 'id', entry).map((id) => `${list.path}#${id}`),
  }));
  const reasons = assumptions().map(({ reason }) => inColumn(reason));
  assert.ok(reasons.length > 50);
  const listed = entries.map(({ text }) => text).join('\n');
  for (const reason of reasons) assert.ok(listed.includes(reason), reason);
  checkPages(sitePages, (page) =>
    page.all('main a.assumed').map(({ attribs: { href, title } }) => {
      const entry = entries.find(({ links }) => links.includes(href!));
      return !entry?.text.includes(inColumn(title!)) && `"${title}" leads to ${href}`;
    }),
  );
});

test('Field lists in guides mark the same fields', () => {
  const schemas: Node = Object.assign({}, ...apis.map(({ document }) => document.components.schemas));
  const marked: string[] = [];
  checkPages(sitePages, (page) =>
    page.all('main dt:has(a[href^="#"])').map((term) => {
      const [anchor = ''] = page.attributes('a[href^="#"]', 'href', term);
      const [owner = '', name = '', ...deeper] = anchor.slice(1).split('.');
      const reason = schemas[owner]?.properties?.[name]?.['x-assumption']?.reason;
      if (!reason || deeper.length > 0) return;
      marked.push(reason);
      return !page.attributes('a.assumed', 'title', term).includes(reason) && `${anchor} isn't marked`;
    }),
  );
  assert.notDeepEqual(marked, []);
});
