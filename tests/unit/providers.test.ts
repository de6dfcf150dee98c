import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { parse } from 'yaml';
import {
  providerFields,
  providerList,
  providersOf,
  ProvidersError,
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

/** Returns the errors of a list of records, one line each. */
function errorsOf(...records: unknown[]): string[] {
  return (
    providerList
      .safeParse(records)
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  );
}

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
  assert.deepEqual(errorsOf(...example('providers', 'enabledProviders')), []);
});

test('The sandbox file has the same providers as the example in the contract', () => {
  assert.deepEqual(files.find(({ id }) => id === sandbox)?.data, example('providers', 'enabledProviders'));
});

test('No two providers of any file share a key', () => {
  const keys = all.map(({ providerKey }) => providerKey);
  assert.deepEqual(keys, [...new Set(keys)]);
});

test('The providers of every file are found by its country code', () => {
  for (const { id, data } of files) {
    assert.equal(providersOf(id === sandbox ? id : id.toUpperCase(), files).length, data.length);
  }
});

test('Providers with priority come first, and each group is in alphabetical order', () => {
  const named = (name: string, priority: boolean) => ({ ...valid, providerKey: name, name, priority });
  const data = [named('b', false), named('d', true), named('a', false), named('c', true)];
  assert.deepEqual(
    providersOf('NL', [{ id: 'nl', data }]).map(({ name }) => name),
    ['c', 'd', 'a', 'b'],
  );
  assert.equal(data[0]?.name, 'b');
});

test('An unknown country is refused with the known ones and the file to add', () => {
  assert.throws(
    () =>
      providersOf('FR', [
        { id: 'nl', data: [valid] },
        { id: sandbox, data: [valid] },
      ]),
    (error: Error) => {
      assert.ok(error instanceof ProvidersError);
      assert.match(
        error.message,
        /"FR"\. Use one of NL, sandbox, or add src\/content\/providers\/fr\.yaml\./,
      );
      return true;
    },
  );
});

test('Country codes are uppercase', () => {
  assert.throws(() => providersOf('nl', [{ id: 'nl', data: [valid] }]), ProvidersError);
});

test('A provider in the file of another country is refused with the file to move it to', () => {
  const data = [{ ...valid, countryCode: 'BE' }];
  assert.throws(
    () => providersOf('NL', [{ id: 'nl', data }]),
    /nl\.yaml contains example-bank-nl.*Move it to be\.yaml/,
  );
  assert.equal(providersOf(sandbox, [{ id: sandbox, data }]).length, 1);
});

test('Every error of a record includes the field and the fix', () => {
  const invalid: [unknown, RegExp][] = [
    [{ ...valid, name: undefined }, /^0\.name: add the name of the provider/],
    [
      { ...valid, providerKey: 'example bank' },
      /^0\.providerKey: write the providerKey as .* without spaces/,
    ],
    [{ ...valid, countryCode: 'nl' }, /^0\.countryCode: write the country as two uppercase letters/],
    [{ ...valid, priority: 'yes' }, /^0\.priority: .* true or false/],
    [{ ...valid, beta: undefined }, /^0\.beta: .* true or false/],
    [{ ...valid, logoUrl: 'logo.svg' }, /^0\.logoUrl: .* starting with https:\/\//],
    [{ ...valid, logoUrl: 'http://assets.example.com/logo.svg' }, /^0\.logoUrl: .* starting with https:\/\//],
    [{ ...valid, bic: 'EXMPNL2A' }, /^0: the contract's Provider has no bic; remove it/],
    ['example-bank-nl', /^0: write the provider as a record/],
  ];
  for (const [record, message] of invalid) {
    const found = errorsOf(record);
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', message);
  }
});

test('A list that is empty, is not a list or repeats a key is refused', () => {
  assert.match(errorsOf()[0] ?? '', /list one provider or more/);
  assert.match(errorsOf(valid, valid)[0] ?? '', /^1\.providerKey: "example-bank-nl" is already in the list/);
  assert.match(providerList.safeParse(valid).error?.issues[0]?.message ?? '', /as a list of providers/);
});
