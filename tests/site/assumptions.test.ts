import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  pageAt,
  sitePages,
  textOf,
  WRITERS_PAGE,
  type BuiltPage,
  type Element,
} from '../support/built-pages.ts';
import { apis, follow, type Node, type Operation } from '../support/published-contracts.ts';

/** What a page of the static reference should mark: where, and with which reason. */
interface Mark {
  /** The nearest heading above. */
  heading: string;
  /** The name of the innermost field or parameter; empty outside of them. */
  field: string;
  reason: string;
}

/** The objects with an `x-assumption` that some page of the reference shows. */
const shown = new Set<Node>();

const plain = (text: string) => text.replaceAll('`', '').replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();

/**
 * The assumptions about a part of a document, and about the fields in it. Examples are in the samples, which have
 * headings of their own.
 */
function* marksBelow(
  document: Node,
  reference: Node,
  heading: string,
  sample = heading,
  field = '',
  above: Node[] = [],
): Generator<Mark> {
  const node = follow(document, reference);
  if (typeof node !== 'object' || node === null || above.includes(node)) return;
  if (node['x-assumption']) {
    shown.add(node);
    yield { heading, field, reason: node['x-assumption'].reason };
  }
  const same = [
    node.schema,
    node.items,
    node.oneOf,
    node.anyOf,
    node.allOf,
    Object.values(node.content ?? {}),
  ];
  for (const part of same.flat()) yield* marksBelow(document, part, heading, sample, field, [...above, node]);
  for (const example of Object.values<Node>(node.examples ?? {}))
    yield* marksBelow(document, example, sample);
  for (const [name, part] of Object.entries<Node>(node.properties ?? {}))
    yield* marksBelow(document, part, heading, sample, name, [...above, node]);
}

function* marksOf(document: Node, { kind, method, path, summary, definition }: Operation): Generator<Mark> {
  // The base URL and the operation itself are in the text below the title.
  if (kind === 'operation') yield* marksBelow(document, document.servers[0], summary);
  if (definition['x-assumption']) {
    shown.add(definition);
    yield { heading: summary, field: '', reason: definition['x-assumption'].reason };
  }
  for (const reference of definition.parameters ?? []) {
    const { name, in: place } = follow(document, reference);
    yield* marksBelow(document, reference, `${place === 'path' ? 'Path' : 'Query'} parameters`, '', name);
  }
  const isWebhook = kind === 'webhook';
  const call = `${method.toUpperCase()} ${isWebhook ? 'your webhook URL' : path}`;
  yield* marksBelow(document, definition.requestBody, 'Request body', call);
  for (const [status, response] of Object.entries<Node>(definition.responses)) {
    const success = isWebhook ? 'Your response' : 'Response';
    yield* marksBelow(document, response, status.startsWith('2') ? success : 'Errors', success);
  }
}

/** The reasons at a part of a document itself: behind references, in lists, besides null. */
function reasonsAt(document: Node, reference: Node): string[] {
  const node = follow(document, reference);
  if (typeof node !== 'object' || node === null) return [];
  const same = [node.schema, node.items, node.oneOf, node.anyOf, node.allOf].flat();
  const own = node['x-assumption'] ? [node['x-assumption'].reason] : [];
  return [...new Set([...own, ...same.flatMap((part) => reasonsAt(document, part))])];
}

/** A property of a schema by its path. */
function property(document: Node, reference: Node, [name, ...rest]: string[]): Node {
  const node = follow(document, reference);
  const parts = [node, ...[node.items, node.oneOf, node.anyOf, node.allOf].flat()].map((part) =>
    follow(document, part),
  );
  const found = parts.find((part) => part?.properties?.[name!])?.properties[name!];
  if (found) return rest.length > 0 ? property(document, found, rest) : found;
  const inner = parts.slice(1).find((part) => part !== undefined);
  return inner && property(document, inner, [name!, ...rest]);
}

/** The reasons at what a field list shows under an anchor: `Consent.errors.message`, `listTransactions.DateFrom`. */
function reasonsOfAnchor(anchor: string): string[] {
  const [owner = '', ...path] = anchor.split('.');
  for (const { document, operations } of apis) {
    const operation = operations.find(({ id }) => id === owner);
    if (operation) {
      const parameters = operation.definition.parameters.map((each: Node) => follow(document, each));
      return reasonsAt(
        document,
        parameters.find(({ name }: Node) => name === path[0]),
      );
    }
    const schema = document.components?.schemas?.[owner];
    if (schema) return reasonsAt(document, property(document, schema, path));
  }
  throw new Error(`No contract has ${anchor}.`);
}

const isMarker = (element: Element) => element.name === 'a' && textOf(element) === 'Assumed';

/** The markers on a page of the static reference. Headings also contain the label "deprecated". */
function marksOn(page: BuiltPage): Mark[] {
  let heading = '';
  let field = '';
  const marks: Mark[] = [];
  for (const element of page.all('main :is(h1, h2, h3), main .field dt, main a[title]')) {
    if (/^h\d$/.test(element.name)) heading = textOf(element).replace(/ \(deprecated\)$/, '');
    else if (element.name === 'dt') field = page.texts('code', element)[0] ?? '';
    else if (isMarker(element))
      marks.push({
        heading,
        field: page.all('.field a[title]').includes(element) ? field : '',
        reason: element.attribs['title']!,
      });
  }
  return marks;
}

const asLines = (marks: Iterable<Mark>) =>
  [...new Set([...marks].map(({ heading, field, reason }) => `${heading} > ${field}: ${reason}`))].sort();

for (const { title, document, overview, operations } of apis) {
  test(`the reference of the ${title} marks what is assumed at its field, and nothing else`, () => {
    for (const operation of operations)
      assert.deepEqual(
        asLines(marksOn(pageAt(operation.address))),
        asLines(marksOf(document, operation)),
        operation.id,
      );
    const schemes = Object.values<Node>(document.components.securitySchemes ?? {});
    assert.deepEqual(
      asLines(marksOn(pageAt(overview))),
      asLines([
        ...marksBelow(document, document.servers[0], 'Base URL'),
        // The line of an operation only marks what is assumed about the operation itself.
        ...operations.flatMap(({ definition: { 'x-assumption': assumed } }) =>
          assumed ? { heading: 'Operations', field: '', reason: assumed.reason } : [],
        ),
        ...schemes.flatMap((scheme) => [...marksBelow(document, scheme, 'Authentication')]),
      ]),
    );
  });
}

/** Every object with an `x-assumption`. */
function* assumedIn(node: Node): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  if (node['x-assumption']) yield node;
  for (const value of Object.values<Node>(node)) yield* assumedIn(value);
}

const assumed = apis.flatMap(({ document }) => [...assumedIn(document)]);
const entries = pageAt('/what-is-assumed/').all('main dl > div');

test('every assumption of the contracts is on a page of the static reference', () => {
  assert.ok(assumed.length > 80);
  assert.deepEqual(
    assumed.filter((node) => !shown.has(node)),
    [],
  );
});

test('"What is assumed" lists every assumption once, with its place in the reference', () => {
  const texts = entries.map((entry) => plain(textOf(entry)));
  for (const {
    'x-assumption': { reason, advice },
  } of assumed) {
    const found = texts.filter((text) => text.includes(plain(reason)));
    assert.ok(found.join(' ').includes(plain(advice ?? '')), reason);
    assert.notDeepEqual(found, [], reason);
  }
  for (const text of texts) assert.match(text, / In the reference: \S/);
  assert.equal(new Set(texts).size, texts.length);
});

test('every marker on every page leads to the entry with its reason', () => {
  const page = pageAt('/what-is-assumed/');
  const reasons = new Map(
    entries.flatMap((entry) => page.attributes('[id]', 'id', entry).map((id) => [id!, plain(textOf(entry))])),
  );
  for (const path of sitePages)
    for (const { attribs } of pageAt(path).all('main a[title]').filter(isMarker)) {
      const entry = reasons.get(attribs['href']!.replace('/what-is-assumed/#', ''));
      assert.ok(entry?.includes(plain(attribs['title']!)), `${path}: ${attribs['title']}`);
    }
});

/** Pages with facts of the contracts: not the reference, nor the sandbox's own calls. */
const guides = sitePages.filter(
  (path) => !/^\/api\/.|-api|sandbox-controls|^\/(api|what-is-assumed)\//.test(path),
);

test('field lists of guides mark what is assumed at each field', () => {
  let count = 0;
  // The sandbox's control calls are in no contract of the platform.
  for (const path of guides.filter((each) => !each.includes('/sandbox-controls/'))) {
    const page = pageAt(path);
    for (const term of page.all('main dt')) {
      const [anchor] = page.attributes('a[href^="#"]', 'href', term);
      if (!anchor?.includes('.')) continue;
      const reasons = page
        .all('a[title]', term)
        .filter(isMarker)
        .map(({ attribs }) => attribs['title']);
      assert.deepEqual(reasons, reasonsOfAnchor(anchor.slice(1)), `${path}${anchor}`);
      count += reasons.length;
    }
  }
  assert.ok(count > 40);
});

test('guides that mark something as assumed end with open questions, the first pages with a link to all of them', () => {
  const first = ['/', '/quickstart/'];
  for (const path of first) pageAt(path).one('main a[href="/what-is-assumed/"]');
  for (const path of guides.filter((each) => ![WRITERS_PAGE, ...first].includes(each))) {
    const page = pageAt(path);
    if (page.all('main a[title]').some(isMarker)) page.one('[id=open-questions]');
  }
});
