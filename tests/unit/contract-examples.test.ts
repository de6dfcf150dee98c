import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withExamples, type Field } from '../../src/contract/fields.ts';
import { exampleLabel } from '../../src/contract/lookup.ts';

const field = (name: string, parts: Partial<Field> = {}): Field => ({
  name,
  path: name,
  type: 'string',
  required: false,
  nullable: false,
  deprecated: false,
  description: '',
  default: undefined,
  example: undefined,
  constraints: [],
  values: [],
  assumptions: [],
  schemaName: undefined,
  fields: [],
  ...parts,
});

const examplesOf = (fields: readonly Field[], body: unknown) =>
  withExamples(fields, body).map(({ example }) => example);

test('The name of an example is a label of words', () => {
  assert.equal(exampleLabel('newConsent'), 'New consent');
  assert.equal(exampleLabel('newConsentWithoutUser'), 'New consent without user');
  assert.equal(exampleLabel('invalidUserId'), 'Invalid user ID');
  assert.equal(exampleLabel('z2Job'), 'Z2 job');
});

test('A field without an example of its own shows the value in the body, also false and zero', () => {
  const fields = ['a', 'b', 'c'].map((name) => field(name));
  assert.deepEqual(examplesOf(fields, { a: 'x', b: false, c: 0 }), ['x', 'false', '0']);
});

test('A field keeps its own example', () => {
  assert.deepEqual(examplesOf([field('a', { example: 'own' })], { a: 'other' }), ['own']);
});

test('Objects, lists, null, long values and absent ones are no examples', () => {
  const fields = ['a', 'b', 'c', 'd', 'e'].map((name) => field(name));
  const body = { a: {}, b: [1], c: null, d: 'x'.repeat(45) };
  assert.deepEqual(examplesOf(fields, body), Array(5).fill(undefined));
});

test('A nested field shows the value of the first entry of a list', () => {
  const outer = field('outer', { fields: [field('inner')] });
  const [found] = withExamples([outer], { outer: [{ inner: 1 }, { inner: 2 }] });
  assert.equal(found?.fields[0]?.example, '1');
});
