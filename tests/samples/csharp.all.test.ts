import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { csharpError, onlyParsed } from './support/csharp.ts';
import { referenceSamples } from './support/reference-samples.ts';

const samples = referenceSamples.filter(({ language }) => language === 'csharp');

test(`C#: all ${samples.length} samples of the reference parse. ${onlyParsed}`, () => {
  for (const { code, pages, operation } of samples)
    assert.equal(csharpError(code), undefined, `${pages[0]}: the sample ${operation}`);
});

test('C#: each file of the starter parses', () => {
  const files = globSync('starters/csharp/*.cs');
  assert.ok(files.length > 0);
  for (const file of files) assert.equal(csharpError(readFileSync(file, 'utf8')), undefined, file);
});

test('C#: a missing bracket and a wrong operator are found', () => {
  const { code = '' } = samples.find(({ operation }) => operation === 'createUser') ?? {};
  assert.match(
    csharpError(code.replace('var response = await', 'var response == await')) ?? '',
    /^line 11: /,
  );
  assert.match(csharpError(code.replace('SendAsync(request)', 'SendAsync(request')) ?? '', /^line \d+: /);
});
