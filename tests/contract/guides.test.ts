import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fieldsOf } from '../../src/contract/fields.ts';
import { contracts } from '../../src/contract/index.ts';
import { parametersOf } from '../../src/contract/lookup.ts';
import { sourceAt } from '../content/support/pages.ts';
import { schema } from '../support/published-contracts.ts';

/** The pages for readers, with their text. The excluded page shows writers every component. */
const guides = globSync('src/content/**/*.{md,mdx}', { exclude: ['src/content/docs/markdown-page.mdx'] }).map(
  (path) => [path, readFileSync(path, 'utf8')] as const,
);
const text = guides.map(([, page]) => page.replaceAll(/^(`{3,})[^]*?^\1|\{\/\*[^]*?\*\/\}/gm, '')).join('\n');

/** Facts from §4, §5, and §9 of the specification, which guides take from the contract so they can't go stale. */
for (const tag of [
  ...['limit', 'window', 'per', 'history'].map((at) => `Value of="refreshConsent" at="x-rate-limit.${at}"`),
  'Value of="getSequencing" at="x-lookback"',
  ...[0, 1, 2].map((at) => `Value of="getSequencing" at="x-statistics-windows.${at}"`),
  'Value of="CreateConsentRequest.countryCode" at="default"',
  'Value of="CreateAnalysisJobRequest.engine" at="default"',
  'Value of="CreateAnalysisJobRequest.profile" at="default"',
  'Value of="AccessTokenRequest.scope" at="default"',
  ...['ConsentStatus', 'JobStatus', 'JobStatusV1', 'SequencePeriodicity'].map((of) => `Enum of="${of}"`),
  ...['AnalysisEngine', 'AnalysisProfile', 'CategorizationEngine'].map((of) => `Enum of="${of}"`),
  ...['Consent', 'User', 'CategorizationJob', 'AnalysisJob'].map((of) => `Fields of="Create${of}Request"`),
  ...['UpdateAnalysisJobRequest', 'Pagination', 'ProblemDetails', 'TokenError'].map(
    (of) => `Fields of="${of}"`,
  ),
])
  test(`A guide has <${tag}>`, () => {
    const [component, ...properties] = tag.split(' ');
    const inAnyOrder = properties.map((each) => `(?=[^>]*\\s${RegExp.escape(each)})`).join('');
    assert.match(text, new RegExp(`<${component}\\b${inAnyOrder}`));
  });

test('Consent statuses on pages have the number that belongs to their name', () => {
  const { enum: numbers, 'x-enum-varnames': names } = schema('consents', 'ConsentStatus');
  const together = new RegExp(`\\b(\\d)\`?,? \\(?\`?(${names.join('|')})\\b`, 'g');
  for (const [path, page] of guides)
    for (const [words, value, name] of page.matchAll(together))
      assert.equal(names[numbers.indexOf(Number(value))], name, `${path}: ${words}`);
});

test("Success statuses in guides are documented in the contract for their section's operation", () => {
  const all = contracts().flatMap(({ operations }) => operations);
  const endpointsIn = (part: string) => all.filter(({ id }) => part.includes(`<Endpoint of="${id}"`));
  for (const [path, page] of guides)
    for (const section of page.split(/^## /m)) {
      const own = endpointsIn(section);
      const operations = own.length > 0 ? own : endpointsIn(page);
      const documented = operations.flatMap(({ definition }) => Object.keys(definition.responses ?? {}));
      for (const [, status] of documented.length > 0 ? section.matchAll(/`(2\d\d)`/g) : [])
        assert.ok(documented.includes(status!), `${path}: ${status}`);
    }
});

test('Query parameters start with an uppercase letter, and fields with a lowercase letter, as Conventions says', () => {
  const rule =
    'Query parameters start with an uppercase letter, and fields (except `_pagination`) start with a lowercase letter';
  assert.ok(sourceAt('/api/conventions/').includes(rule));
  const fields = contracts().flatMap(({ document }) =>
    Object.values(document.components?.schemas ?? {}).flatMap((each) => fieldsOf(document, each)),
  );
  const parameters = contracts().flatMap(({ operations }) => operations.flatMap(parametersOf));
  for (const { name } of fields) assert.match(name, /^[a-z]|^_pagination$/);
  for (const { name, in: place } of parameters) {
    if (place === 'query') assert.match(name, /^[A-Z]/);
    for (const field of fields.filter((each) => each.name.toLowerCase() === name.toLowerCase()))
      assert.equal(field.name, name.charAt(0).toLowerCase() + name.slice(1));
  }
});
