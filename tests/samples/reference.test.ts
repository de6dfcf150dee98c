import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sampleLanguages } from '../../src/config/languages.ts';
import { problemsOf, referenceSamples, type ReferenceSample } from './support/reference-samples.ts';
import { missing, toolchains } from './support/toolchains.ts';

const folder = mkdtempSync(join(tmpdir(), 'samples-'));
after(() => rmSync(folder, { recursive: true }));

test('Each sample of the contract is on a built page, exactly as it is run here', () => {
  assert.deepEqual(
    referenceSamples
      .filter(({ pages }) => pages.length === 0)
      .map(({ operation, language }) => `${operation}, ${language}`),
    [],
  );
});

describe(
  'Against the sandbox, with the token filled in, and with a wrong one',
  { concurrency: availableParallelism() },
  () => {
    for (const { label, language } of sampleLanguages.filter((each) => each.language in toolchains)) {
      const own = referenceSamples.filter((sample) => sample.language === language);
      const skip = missing(language) ?? false;
      test(`${label}: all ${own.length} samples of the reference run`, { skip }, async (context) => {
        assert.deepEqual(await problemsOf(context, language, own, folder), []);
      });
    }
  },
);

const noJava = missing('java') ?? false;
test(
  'A sample in Java also runs from its file, without a compiled class',
  { skip: noJava },
  async (context) => {
    const [sample] = referenceSamples.filter(({ language }) => language === 'java');
    assert.deepEqual(await problemsOf(context, 'java', [sample!], join(folder, 'alone')), []);
  },
);

/** A sample of the reference in a language, changed by hand. */
function edited(operation: string, language: string, from: string, to: string): ReferenceSample {
  const sample = referenceSamples.find((each) => each.operation === operation && each.language === language);
  assert.ok(sample, operation);
  assert.ok(sample.code.includes(from), `${operation}: no ${from}`);
  return { ...sample, code: sample.code.replaceAll(from, to) };
}

for (const [what, sample, message] of [
  [
    'A renamed field',
    edited('createUser', 'js', 'externalUserId', 'externalId'),
    /^\/\S*: the sample createUser in js fails. 400 .*externalUserId/s,
  ],
  [
    'A wrong header',
    edited('listProviders', 'python', '"Authorization"', '"Authentication"'),
    /^\/\S*: the sample listProviders in python fails. 401/,
  ],
  [
    'A wrong path',
    edited('getConsent', 'sh', '/Consent/', '/Consents/'),
    /^\/\S*: the sample getConsent in sh doesn't show a 401/,
  ],
  [
    'A sample that hides errors',
    edited('listProviders', 'js', 'if (!response.ok) process.exitCode = 1;', ''),
    /^\/\S*: the sample listProviders in js ends without an error on a 401/,
  ],
] as const) {
  const skip = missing(sample.language) ?? false;
  test(`${what} is found, with the page and the sample`, { skip }, async (context) => {
    const problems = await problemsOf(context, sample.language, [sample], join(folder, 'edited'));
    assert.match(problems.join('\n'), message);
  });
}
