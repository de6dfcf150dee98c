import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { parse } from 'yaml';
import {
  providerFields,
  providerList,
  providersOf,
  sandbox,
  type ProviderFile,
} from '../../src/content/providers.ts';
import { sourceFiles } from '../../src/shared/source-files.ts';
import { example, schema, type Node } from '../contract/support/contracts.ts';

const folder = new URL('../../src/content/providers/', import.meta.url);
const files: ProviderFile[] = sourceFiles(fileURLToPath(folder), 'yaml').map((name) => ({
  id: name.replace('.yaml', ''),
  data: providerList.parse(parse(readFileSync(new URL(name, folder), 'utf8'))),
}));
const all = files.flatMap(({ data }) => data);
const valid = {
  providerKey: 'example-bank-nl',
  name: 'Example Bank',
  countryCode: 'NL',
  priority: true,
  beta: false,
};

test('A record has the fields of the Provider in the contract, and no others', () => {
  const { properties } = schema('providers', 'Provider');
  assert.deepEqual(new Set(Object.keys(providerFields.shape)), new Set(Object.keys(properties)));
});

test('A record has the types and the requirements of the Provider in the contract', () => {
  const { properties, required } = schema('providers', 'Provider');
  const ours = providerFields.toJSONSchema() as Node;
  for (const [name, field] of Object.entries<Node>(properties)) {
    assert.equal(ours.properties[name].type, field.type, name);
    assert.equal(ours.properties[name].format, field.format, name);
  }
  assert.equal(ours.properties.countryCode.pattern, properties.countryCode.pattern);
  for (const name of required) assert.ok(ours.required.includes(name), name);
  assert.ok(!ours.required.includes('logoUrl'));
});

test('The schema accepts the example response of the contract', () => {
  providerList.parse(example('providers', 'enabledProviders'));
});

test('The sandbox file has the same providers as the example in the contract', () => {
  assert.deepEqual(files.find(({ id }) => id === sandbox)?.data, example('providers', 'enabledProviders'));
});

test('No two providers of any file share a key', () => {
  const keys = all.map(({ providerKey }) => providerKey);
  assert.deepEqual(keys, [...new Set(keys)]);
});

test('Every file has the providers of its country', () => {
  for (const { id, data } of files.filter((file) => file.id !== sandbox))
    assert.deepEqual([...new Set(data.map(({ countryCode }) => countryCode))], [id.toUpperCase()]);
});

test('Providers with priority come first, and each group is in alphabetical order', () => {
  const named = (name: string, priority: boolean) => ({ ...valid, providerKey: name, name, priority });
  const data = [named('b', false), named('d', true), named('a', false), named('c', true)];
  assert.deepEqual(
    providersOf('NL', [{ id: 'nl', data }], 'page.mdx').map(({ name }) => name),
    ['c', 'd', 'a', 'b'],
  );
  assert.equal(data[0]?.name, 'b');
});

test('An unknown country is refused with the page, the known ones and the file to add', () => {
  const known = ['nl', sandbox].map((id) => ({ id, data: [valid] }));
  assert.throws(() => providersOf('FR', known, 'page.mdx'), {
    name: 'WriterError',
    message: /^page\.mdx: .*"FR"\. Use one of NL, sandbox, or add src\/content\/providers\/fr\.yaml\./,
  });
});
