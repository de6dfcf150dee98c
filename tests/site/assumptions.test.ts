import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assumptions, assumptionsAbout, directAssumptions } from '../../src/contract/assumptions.ts';
import { checkPages, pageAt, sitePages, textOf } from '../support/built-pages.ts';
import { apis, operations, type Node } from '../support/published-contracts.ts';

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
    links: list.attributes('[id]', 'id', entry).map((id) => `/what-is-assumed/#${id}`),
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
