import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPages, pageAt, sitePages, textOf, type BuiltPage } from '../support/built-pages.ts';
import { apis, follow, type Node } from '../support/published-contracts.ts';

/** The assumptions below a contract part, each as the innermost field or parameter with its reason. */
function* assumedIn(document: Node, reference: Node, field = '', above: Node[] = []): Generator<string> {
  const node = follow(document, reference);
  if (typeof node !== 'object' || node === null || above.includes(node)) return;
  const own = typeof node.in === 'string' ? node.name : field;
  if (node['x-assumption']) yield `${own}: ${node['x-assumption'].reason}`;
  for (const [key, part] of Object.entries<Node>(node)) {
    const named = key === 'properties' ? Object.entries<Node>(part) : [[undefined, part] as const];
    for (const [name, each] of named) yield* assumedIn(document, each, name ?? own, [...above, node]);
  }
}

/** The assumptions that a page marks, in the same format. */
function markersOf(page: BuiltPage): string[] {
  const ofFields = new Map(
    page
      .all('main .field dt')
      .flatMap((term) =>
        page.all('a.assumed', term).map((each) => [each, page.texts('code', term)[0]] as const),
      ),
  );
  return page.all('main a.assumed').map((each) => `${ofFields.get(each) ?? ''}: ${each.attribs['title']}`);
}

const unique = (lines: Iterable<string>) => [...new Set(lines)].sort();
const plain = (text: string) => text.replaceAll('`', '').replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();

/** A reason as shown in the "Assumed" column. */
const inColumn = (reason: string) =>
  plain(reason)
    .replace(/^Assumed:? (.)/, (_, first: string) => first.toUpperCase())
    .replace(/\.$/, '');

test('Operation pages mark assumptions at their field, and nothing else', () => {
  for (const { document, operations } of apis)
    for (const { kind, definition, address } of operations) {
      const server = kind === 'operation' ? assumedIn(document, document.servers[0]) : [];
      const expected = unique([...server, ...assumedIn(document, definition)]);
      assert.deepEqual(unique(markersOf(pageAt(address))), expected, address);
    }
});

test('"What is assumed" contains every assumption in the contracts, and each marker leads to its entry', () => {
  const list = pageAt('/what-is-assumed/');
  const entries = list.all('main tbody tr').map((entry) => ({
    text: plain(textOf(entry)),
    links: list.attributes('[id]', 'id', entry).map((id) => `/what-is-assumed/#${id}`),
  }));
  const reasons = apis.flatMap(({ document }) => [...assumedIn(document, document)]);
  assert.ok(reasons.length > 50);
  for (const reason of reasons.map((each) => inColumn(each.replace(/^\S*: /, ''))))
    assert.ok(
      entries.some(({ text }) => text.includes(reason)),
      reason,
    );
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
