import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assumptions, assumptionsAbout } from '../../src/contract/assumptions.ts';
import { fieldsOf } from '../../src/contract/fields.ts';
import { contract } from '../../src/contract/index.ts';
import { allPublishedVersions } from '../../src/contract/releases.ts';
import { withChangedContract, withOwnContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';
import type { Node } from '../support/published-contracts.ts';

withOwnContracts();

const page = 'src/content/docs/guide.mdx';
const idsIn = (scope: string) => assumptionsAbout(scope, page).map(({ id }) => id);

test('ASSUMPTIONS.md repeats no assumptions that the contracts mark', () => {
  const document = readFileSync(join(projectRoot, 'ASSUMPTIONS.md'), 'utf8');
  const words = new Set([...document.matchAll(/`([\w.]+)`/g)].map(([, word]) => word));
  for (const { id, name = id } of assumptions())
    for (const marked of [id, name, name.split('.').at(-1)!]) assert.ok(!words.has(marked), id);
});

test('Assumptions in published versions are still marked, unless the specification has since confirmed them', () => {
  const confirmed: string[] = [];
  const marked = new Set(assumptions().map(({ id }) => id));
  const latest = new Map(allPublishedVersions().map(({ name, document }) => [name, document]));
  const published = JSON.stringify([...latest.values()]);
  const ids = [...published.matchAll(/"x-assumption":\{"id":"([^"]+)"/g)].map(([, id]) => id!);
  assert.ok(ids.length > 0);
  const gone = ids.filter((id) => !marked.has(id) && !confirmed.includes(id));
  assert.deepEqual([...new Set(gone)], [], 'Mark these again, or list them as confirmed.');
});

test("Two different assumptions with the same ID are rejected with the second one's location", () => {
  const change = ({ components }: Node) => {
    components.schemas.ConsentStatus['x-assumption'].reason = 'Assumed for a test.';
  };
  const message =
    /openapi\/consents\.yaml: two assumptions have the ID "ConsentStatus"\. .* components > schemas > ConsentStatus /;
  withChangedContract('consents', change, () => assert.throws(assumptions, message));
});

test('A scope contains the assumptions at and below its names, without duplicates and in order', () => {
  assert.deepEqual(idsIn('Consent.status, ConsentStatus'), ['ConsentStatus']);
  const ids = idsIn('refreshConsent, getConsent');
  assert.equal(ids[0], 'refreshConsent.202');
  for (const id of ['getConsent.200', 'ConsentStatus', 'ConsentError']) assert.ok(ids.includes(id), id);
  assert.ok(!ids.some((id) => id.endsWith('-url')), 'servers are not below operations');
});

test("A reference with its own description keeps its schema's marker", () => {
  const change = (document: Node) => {
    document.components.schemas.Consent.properties.status.description = 'The status.';
  };
  withChangedContract('consents', change, () => {
    const { document } = contract('consents');
    const fields = fieldsOf(document, document.components!.schemas!['Consent']!);
    const { description, assumptions: marks } = fields.find(({ name }) => name === 'status')!;
    assert.deepEqual([description, marks.map(({ id }) => id)], ['The status.', ['ConsentStatus']]);
  });
});
