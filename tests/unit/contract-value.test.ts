import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookupFor, UnknownNameError } from '../../src/contract/lookup.ts';
import { valueAt } from '../../src/contract/value.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

const page = 'src/content/docs/guide.mdx';
const value = (of: string, at: string) => valueAt(lookupFor(page), page, of, at);

/** A look-up that finds one object, for values that no contract has at every time. */
function valueOf(at: string, extension: unknown): string {
  const lookup = { operation: () => ({ definition: { 'x-value': extension } }) };
  return valueAt(lookup as unknown as ReturnType<typeof lookupFor>, page, 'anOperation', at);
}

function assertUnknown(of: string, at: string, message: string) {
  assert.throws(
    () => value(of, at),
    (error: Error) => error instanceof UnknownNameError && error.message === `${page}: ${message}`,
  );
}

test('A limit of an operation is a number in the text', () => {
  assert.equal(value('refreshConsent', 'x-rate-limit.limit'), '6');
});

test('A duration is read as words, a single one as the unit alone', () => {
  assert.equal(value('refreshConsent', 'x-rate-limit.window'), 'day');
  assert.equal(value('refreshConsent', 'x-rate-limit.history'), '7 days');
  const words = ['P1Y', 'P2Y', 'P1M', 'P13M', 'P1W', 'P3W'].map((duration) => valueOf('x-value', duration));
  assert.deepEqual(words, ['year', '2 years', 'month', '13 months', 'week', '3 weeks']);
});

test('A list of durations is read one after the other', () => {
  assert.equal(valueOf('x-value', ['P12M', 'P6M', 'P3M']), '12 months, 6 months, 3 months');
});

test('A text that only resembles a duration stays as it is', () => {
  for (const text of ['P', 'P1', 'PT1H', 'XP1D', 'P1DX']) assert.equal(valueOf('x-value', text), text);
});

test('A truth value and a zero are said too', () => {
  assert.equal(valueOf('x-value', false), 'false');
  assert.equal(valueOf('x-value', 0), '0');
});

test('The default of a field is found by schema and field', () => {
  assert.equal(value('CreateConsentRequest.countryCode', 'default'), 'NL');
});

test('A field is followed through the objects above it', () => {
  assert.equal(value('Account.accountBalance.amount', 'type'), 'number');
});

test('An unknown value is refused with the page and the nearest key', () => {
  assertUnknown(
    'refreshConsent',
    'x-rate-limits',
    'the contracts have no value in refreshConsent "x-rate-limits". Did you mean "x-rate-limit"?',
  );
});

test('An unknown key within a value is refused with the page', () => {
  assert.throws(
    () => value('refreshConsent', 'x-rate-limit.limits'),
    (error: Error) => error instanceof UnknownNameError && error.message.startsWith(`${page}: `),
  );
});

test('An unknown field is refused with the page and the nearest field', () => {
  assertUnknown(
    'CreateConsentRequest.countryCod',
    'default',
    'the contracts have no field of CreateConsentRequest "countryCod". Did you mean "countryCode"?',
  );
});

test('An unknown operation and an unknown schema are refused as everywhere', () => {
  assertUnknown(
    'refreshConsents',
    'x',
    'the contracts have no operation "refreshConsents". Did you mean "refreshConsent"?',
  );
  assertUnknown('Acount', 'x', 'the contracts have no schema "Acount". Did you mean "Account"?');
});

test('A path that goes on below a single value is refused with the page', () => {
  assert.throws(() => value('CreateConsentRequest.countryCode', 'default.length'), UnknownNameError);
});

test('A path that ends at an object is refused: there is no text for it', () => {
  assert.throws(() => value('refreshConsent', 'x-rate-limit'), UnknownNameError);
});

test('A path does not reach what every object has', () => {
  assert.throws(() => value('refreshConsent', 'toString'), UnknownNameError);
});
