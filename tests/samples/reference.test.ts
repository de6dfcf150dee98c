import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceSamples } from './support/reference-samples.ts';
import { testReference } from './support/test-reference.ts';

test('Each sample of the contract is on a built page, exactly as it is run here', () => {
  assert.deepEqual(
    referenceSamples
      .filter(({ pages }) => pages.length === 0)
      .map(({ operation, language }) => `${operation}, ${language}`),
    [],
  );
});

testReference(['sh', 'js']);
