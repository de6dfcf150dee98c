import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookupFor } from '../../src/contract/lookup.ts';
import { valueAt } from '../../src/contract/value.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { sourceFiles, withoutComments } from '../support/source-files.ts';
import * as specification from './specification.ts';
import { contracts, schema, type Node } from './support/contracts.ts';

withCompiledContracts();

/** Shows every component to writers; what it renders counts for no guide. */
const SHOWCASE = 'src/content/docs/markdown-page.mdx';

const guides = sourceFiles('src/content', ['.md', '.mdx']).filter(({ path }) => path !== SHOWCASE);
const glossary = sourceFiles('src/content', ['.yaml']);

/** §4, §5 and §9: what a guide says of limits and defaults, where the contract has it, and how it reads. */
const values = [
  { of: 'refreshConsent', at: 'x-rate-limit.limit', text: '6' },
  { of: 'refreshConsent', at: 'x-rate-limit.window', text: 'day' },
  { of: 'refreshConsent', at: 'x-rate-limit.per', text: 'consent' },
  { of: 'refreshConsent', at: 'x-rate-limit.history', text: '7 days' },
  { of: 'getSequencing', at: 'x-lookback', text: '13 months' },
  { of: 'getSequencing', at: 'x-statistics-windows.0', text: '12 months' },
  { of: 'getSequencing', at: 'x-statistics-windows.1', text: '6 months' },
  { of: 'getSequencing', at: 'x-statistics-windows.2', text: '3 months' },
  { of: 'CreateConsentRequest.countryCode', at: 'default', text: 'NL' },
  { of: 'CreateAnalysisJobRequest.engine', at: 'default', text: 'Z2' },
  { of: 'CreateAnalysisJobRequest.profile', at: 'default', text: 'RETAIL' },
  { of: 'AccessTokenRequest.scope', at: 'default', text: 'customer-api' },
];

/** Objects whose fields, limits and required marks the guides show. */
const objects = [
  'CreateConsentRequest',
  'CreateUserRequest',
  'CreateCategorizationJobRequest',
  'CreateAnalysisJobRequest',
  'UpdateAnalysisJobRequest',
  'Pagination',
  'ProblemDetails',
  'TokenError',
];

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Pages that use a component with these properties, in any order. */
function pagesWith(component: string, properties: Record<string, string>): string[] {
  const parts = Object.entries(properties).map(([name, value]) => `(?=[^>]*\\b${name}="${escape(value)}")`);
  const tag = new RegExp(`<${component}\\b${parts.join('')}`);
  return guides.filter((guide) => tag.test(withoutComments(guide))).map(({ path }) => path);
}

for (const { of, at, text } of values) {
  test(`${of} ${at} reads "${text}" in the contract, and a guide shows it from there`, () => {
    assert.equal(valueAt(lookupFor('a guide'), 'a guide', of, at), text);
    assert.notDeepEqual(pagesWith('Value', { of, at }), []);
  });
}

for (const name of new Set(specification.enums.map((each) => each.name))) {
  test(`A guide shows the values of ${name} from the contract`, () => {
    assert.notDeepEqual(pagesWith('Enum', { of: name }), []);
  });
}

for (const name of objects) {
  test(`A guide shows the fields of ${name} from the contract`, () => {
    assert.notDeepEqual(pagesWith('Fields', { of: name }), []);
  });
}

/** A file line by line, as its reader sees it: without code and without what components insert. */
function* proseLines(file: { path: string; text: string }): Generator<{ place: string; line: string }> {
  const fence = /^ *(`{3,}|~{3,})/;
  let open: string | undefined;
  for (const [index, line] of file.text.split('\n').entries()) {
    const mark = fence.exec(line)?.[1];
    if (mark && (open === undefined || line.trim().startsWith(open)))
      open = open === undefined ? mark : undefined;
    else if (open === undefined) {
      const seen = line.replaceAll(/<(Value|Enum|Fields)\b[^>]*\/>/g, '…');
      yield { place: `${file.path}:${index + 1}`, line: seen };
    }
  }
}

/** What would go stale without anybody noticing, were the contract to change. */
const typedByHand: Record<string, RegExp> = {
  'the limit of refreshes': /\b(6|six) (times|refreshes|requests|calls|per (consent|day)|a day)\b/i,
  'how long requests count': /\b(7|seven)[ -]days?\b/i,
  'how far sequencing looks back': /\b(13|thirteen)[ -]months?\b/i,
  'the windows of the statistics': /\b(12|6|3)\b((, | and )\d+)*[ -]months?\b/i,
  'the default country': /\bdefaults? (is|to|of|country is) `?NL\b|\bNL`? is the default\b/,
  'the default engine': /\bdefaults? (is|to|of|engine is) `?z2\b|\bz2`? is the default\b/i,
  'the default profile': /\bdefaults? (is|to|of|profile is) `?retail\b|\bretail`? is the default\b/i,
};

for (const [name, pattern] of Object.entries(typedByHand)) {
  test(`No page contains ${name} as plain text: it comes from the contract with <Value>`, () => {
    const typed = [...guides, ...glossary]
      .flatMap((file) => [...proseLines(file)])
      .filter(({ line }) => pattern.test(line))
      .map(({ place, line }) => `${place} ${line.trim().slice(0, 120)}`);
    assert.deepEqual(typed, []);
  });
}

test('The patterns for hand-written values find them', () => {
  const samples: Record<string, string[]> = {
    'the limit of refreshes': ['at most 6 times per day', 'six refreshes', '6 per consent per day'],
    'how long requests count': ['kept for 7 days', 'a 7-day history'],
    'how far sequencing looks back': ['the latest 13 months'],
    'the windows of the statistics': ['12, 6 and 3 months', 'the latest 12 months'],
    'the default country': ['the default is `NL`', 'defaults to NL'],
    'the default engine': ['Z2 is the default engine', 'the default is `z2`'],
    'the default profile': ['the default profile is retail'],
  };
  for (const [name, pattern] of Object.entries(typedByHand)) {
    for (const sample of samples[name] ?? []) assert.match(sample, pattern);
    assert.doesNotMatch('The token lives for 3600 seconds. No default is documented.', pattern);
  }
});

test('The number and the name of a consent status on a page always match', () => {
  const status: Node = schema('consents', 'ConsentStatus');
  const pairs = new Set(
    status.enum.map((value: number, index: number) => `${value} ${status['x-enum-varnames'][index]}`),
  );
  const names: string = status['x-enum-varnames'].join('|');
  const together = new RegExp(`\\b(\\d)\`?,? \\(?\`?(${names})\\b`, 'g');
  const found = guides.flatMap(({ path, text }) =>
    [...text.matchAll(together)].map(([, value, name]) => ({ path, pair: `${value} ${name}` })),
  );
  assert.ok(found.length > 5);
  assert.deepEqual(
    found.filter(({ pair }) => !pairs.has(pair)),
    [],
  );
});

test('No field that the specification lists has a default that it does not document', () => {
  const documented = specification.defaults.map(({ api, name, field }) => `${api} ${name}.${field}`);
  const listed = new Set([
    ...documented,
    ...specification.entities.flatMap(({ api, name, fields }) =>
      Object.keys(fields).map((field) => `${api} ${name}.${field}`),
    ),
  ]);
  const found = Object.entries<Node>(contracts).flatMap(([api, { components }]) =>
    Object.entries<Node>(components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries<Node>(properties)
        .filter(([, field]) => field.default !== undefined)
        .map(([field]) => `${api} ${name}.${field}`)
        .filter((field) => listed.has(field)),
    ),
  );
  assert.deepEqual(found.sort(), documented.sort());
});
