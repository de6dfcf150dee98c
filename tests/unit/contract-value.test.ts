import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookupFor } from '../../src/contract/lookup.ts';
import { valueAt, valueText } from '../../src/contract/value.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

const page = 'src/content/docs/guide.mdx';
const value = (of: string, at: string) => valueAt(lookupFor(page), page, of, at);

test('A value of an operation, a schema or a field is found by its path', () => {
  assert.equal(value('refreshConsent', 'x-rate-limit.limit'), '6');
  assert.equal(value('refreshConsent', 'x-rate-limit.window'), 'day');
  assert.equal(value('CreateConsentRequest.countryCode', 'default'), 'NL');
  assert.equal(value('Account.accountBalance.amount', 'type'), 'number');
});

test('Durations and lists are written in words, and other values as they are', () => {
  const words = ['P1Y', 'P2Y', 'P1M', 'P13M', 'P1W', 'P3W', 'P1DX', false, 0].map(valueText);
  assert.deepEqual(words, ['year', '2 years', 'month', '13 months', 'week', '3 weeks', 'P1DX', 'false', '0']);
  assert.equal(valueText(['P12M', 'P6M', 'P3M']), '12 months, 6 months, and 3 months');
});

const unknown: [of: string, at: string, message: string][] = [
  [
    'refreshConsent',
    'x-rate-limits',
    'value in refreshConsent "x-rate-limits". Did you mean "x-rate-limit"?',
  ],
  ['refreshConsents', 'x', 'operation "refreshConsents". Did you mean "refreshConsent"?'],
  ['Acount', 'x', 'schema "Acount". Did you mean "Account"?'],
  [
    'CreateConsentRequest.countryCod',
    'default',
    'field of CreateConsentRequest "countryCod". Did you mean "countryCode"?',
  ],
  // An object, a path below a string, and what every object inherits.
  ['refreshConsent', 'x-rate-limit', 'value in refreshConsent "x-rate-limit".'],
  ['CreateConsentRequest.countryCode', 'default.length', 'value in CreateConsentRequest.countryCode'],
  ['refreshConsent', 'toString', 'value in refreshConsent "toString".'],
];

for (const [of, at, message] of unknown) {
  test(`An unknown value, ${at} of ${of}, is an error with the page and the nearest name`, () => {
    assert.throws(
      () => value(of, at),
      (error: Error) => error.message.startsWith(`${page}: the contracts have no ${message}`),
    );
  });
}
