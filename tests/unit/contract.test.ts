import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { OperationId } from 'contract:names';
import type { ApiName } from '../../src/config/apis.ts';
import { changeLogOf } from '../../src/contract/change-log.ts';
import { combinedDocument } from '../../src/contract/combined.ts';
import { fieldsOf, withExamples, type Field } from '../../src/contract/fields.ts';
import { contract } from '../../src/contract/index.ts';
import { lookupFor } from '../../src/contract/lookup.ts';
import type { OpenApiDocument } from '../../src/contract/model.ts';
import { responsesOf } from '../../src/contract/responses.ts';
import { samplesOf } from '../../src/contract/samples/index.ts';
import { valueAt, valueText } from '../../src/contract/value.ts';
import { scalarDocument } from '../../src/scalar/document.ts';
import { withChangedContract, withOwnContracts } from '../support/compiled-contracts.ts';
import type { Node } from '../support/published-contracts.ts';

/* Tests how pages show contracts, and the messages about unknown names. */

withOwnContracts();

const page = 'src/content/docs/guide.mdx';
const lookup = lookupFor(page);
const value = (of: string, at: string) => valueAt(lookup, page, of, at);

const unknown: [what: string, lookUp: () => unknown, message: string][] = [
  ['operation', () => lookup.operation('refreshConsents' as never), 'Did you mean "refreshConsent"?'],
  ['API', () => lookup.contract('user'), '"user". Did you mean "users"?'],
  ['schema', () => lookup.schema('ConsentStaus' as never), '"ConsentStaus". Did you mean "ConsentStatus"?'],
  ['example', () => lookup.example('createConsent', 'request', 'nwConsent'), 'Did you mean "newConsent"?'],
  ['body', () => lookup.body('createConsent', '299'), '"299"'],
  ['field', () => value('CreateConsentRequest.countryCod', 'default'), 'Did you mean "countryCode"?'],
  ['value', () => value('refreshConsent', 'x-rate-limits'), 'Did you mean "x-rate-limit"?'],
  ['value that is an object', () => value('refreshConsent', 'x-rate-limit'), '"x-rate-limit"'],
  ['value below a string', () => value('CreateConsentRequest.countryCode', 'default.length'), 'value in'],
  ['value that every object inherits', () => value('refreshConsent', 'toString'), '"toString"'],
];

for (const [what, lookUp, part] of unknown)
  test(`An unknown ${what} is an error with the page and the nearest name, if any`, () => {
    assert.throws(lookUp, ({ name, message }: Error) => {
      const [start, end] = message.split('the contracts have no ');
      return name === 'UnknownNameError' && start === `${page}: ` && end?.includes(part);
    });
  });

test('Values are found by path, and durations and lists are in words', () => {
  assert.equal(value('refreshConsent', 'x-rate-limit.window'), 'day');
  assert.equal(value('Account.accountBalance.amount', 'type'), 'number');
  const words = ['P1Y', 'P13M', 'P1W', 'P3W', 'P1DX', false, 0].map(valueText);
  assert.deepEqual(words, ['year', '13 months', 'week', '3 weeks', 'P1DX', 'false', '0']);
  assert.equal(valueText(['P12M', 'P6M', 'P3M']), '12 months, 6 months, and 3 months');
});

/** A test object's fields, for shapes that the contracts may not contain. */
const fieldsWith = (properties: Node, schemas: Node = {}): Field[] =>
  fieldsOf({ components: { schemas } } as OpenApiDocument, { properties });

/** An object's only field, with this schema. */
const fieldWith = (schema: unknown, schemas?: Node) => fieldsWith({ a: schema }, schemas)[0]!;

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

for (const [schema, type] of [
  [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
  [{ type: 'array', items: { type: 'string', format: 'uuid' } }, 'Array<string (uuid)>'],
  [{ type: 'array', items: reference('Job') }, 'Array<Job>'],
  [{ type: ['string', 'integer', 'null'] }, 'string or integer'],
  [{ properties: {} }, 'object'],
  [{}, 'any value'],
] as const)
  test(`${JSON.stringify(schema)} is shown as ${type}`, () => {
    assert.equal(fieldWith(schema, { Job: { type: 'object' } }).type, type);
  });

for (const [schema, ...limits] of [
  [{ type: 'string', pattern: '^[A-Z]{2}$', maxLength: 2 }, 'matches `^[A-Z]{2}$`', 'at most 2 characters'],
  [{ type: 'integer', minimum: 1, maximum: 6 }, 'at least 1', 'at most 6'],
  [{ type: 'string', const: 'NL' }, 'always `NL`'],
  [{ type: 'string', minLength: 1 }],
  [{ type: 'number', minimum: -99999999.25 }, 'at least -99,999,999.25'],
])
  test(`The limits of ${JSON.stringify(schema)} are in Markdown`, () => {
    assert.deepEqual(fieldWith(schema).constraints, limits);
  });

test('A nullable reference contains the fields of all parts, and may lead back to its object', () => {
  const none = { type: 'null' };
  const properties = {
    job: { anyOf: [reference('Job'), none] },
    next: { oneOf: [none, reference('Outer')] },
  };
  const { fields } = fieldWith(reference('Outer'), {
    Base: { properties: { id: { type: 'string' } }, required: ['id'] },
    Job: { type: 'object', allOf: [reference('Base'), { properties: { own: {} } }] },
    Outer: { type: 'object', properties },
  });
  const [job, next] = fields;
  assert.deepEqual([job?.type, job?.nullable, job?.schemaName], ['Job', true, 'Job']);
  const inner = job?.fields.map(({ path, required }) => `${path} ${required}`).sort();
  assert.deepEqual(inner, ['a.job.id true', 'a.job.own false']);
  assert.deepEqual([next?.nullable, next?.fields], [true, []]);
});

test('A field lists its enum values, or those of its entries, with names and meanings, without null', () => {
  const codes = {
    ...{ enum: [4, 5, null], 'x-enum-varnames': ['DONE', 'LOST'] },
    'x-enumDescriptions': { 4: 'DONE. Read it.', 5: 'LOST. Repeat it.' },
  };
  for (const schema of [codes, { type: 'array', items: codes }])
    assert.deepEqual(fieldWith(schema).values, [
      { value: '4', name: 'DONE', meaning: 'Read it.' },
      { value: '5', name: 'LOST', meaning: 'Repeat it.' },
    ]);
});

test("A field shows its own example, or else the body's value, including false and zero", () => {
  const text = { type: 'string' };
  const body = { yes: 'x', no: false, zero: 0, list: [1], none: null, long: 'x'.repeat(45) };
  const texts = Object.fromEntries([...Object.keys(body), 'gone'].map((name) => [name, text]));
  const own = { ...text, example: 'own' };
  const inner = { type: 'array', items: { properties: { id: text } } };
  const examples = { own: 'other', ...body, inner: [{ id: 1 }, { id: 2 }] };
  const fields = withExamples(fieldsWith({ own, ...texts, inner }), examples);
  const shown = fields.filter(({ example }) => example).map(({ name, example }) => `${name} ${example}`);
  assert.deepEqual(shown, ['own own', 'yes x', 'no false', 'zero 0']);
  assert.equal(fields.at(-1)?.fields[0]?.example, '1');
});

test('An error body with an inline schema gets a name so that its row can link to its fields', () => {
  const change = ({ paths }: Node) => {
    const schema = { properties: { message: { type: 'string' } } };
    paths['/Consent/{id}/refresh'].post.responses['429'] = { content: { 'application/json': { schema } } };
  };
  withChangedContract('consents', change, () => {
    const limit = responsesOf(lookup.operation('refreshConsent')).find(({ status }) => status === '429');
    assert.equal(limit?.bodyName, 'Error429');
  });
});

test("The combined document's paths include `/cfa`, so its server's description doesn't mention it", () => {
  const { servers = [], paths = {} } = combinedDocument();
  const [{ url } = assert.fail(), ...others] = servers;
  assert.deepEqual(['/cfa/connect/token' in paths, new URL(url).pathname, others], [true, '/', []]);
});

test('Two contracts can share a path, but not an operation', () => {
  const add = (method: string) => (document: Node) =>
    (document.paths['/Users'] = { [method]: document.paths['/Consent'].post });
  withChangedContract('consents', add('patch'), () => assert.ok(combinedDocument().paths?.['/Users']?.post));
  const error = /openapi\/consents\.yaml: paths\.\/Users\.post differs/;
  withChangedContract('consents', add('post'), () => assert.throws(combinedDocument, error));
});

const scalarOf = (api: ApiName): Node => JSON.parse(scalarDocument(contract(api), (path) => `/docs${path}`));

test('In the interactive reference, an assumption shows its reason and a link to its entry, and limits follow', () => {
  const { properties } = scalarOf('consents').components.schemas.CreateConsentRequest;
  assert.match(
    properties.countryCode.description,
    / \[Assumed\]\(\/docs\/what-is-assumed[\w-]*\/#CreateConsentRequest\.countryCode "Assumed:? [^"]+"\)\n\nDefault `NL`/,
  );
});

test('In the interactive reference, a deprecated operation starts with a link to its replacement', () => {
  const { description, deprecated } = scalarOf('categorization').paths['/CategorizationJobs'].get;
  const replacement = '/docs/api/categorization-v2/operations/listcategorizationjobs/';
  assert.ok(description.startsWith(`Deprecated. Use [List categorization jobs](${replacement}).\n`));
  assert.equal(deprecated, undefined);
});

test('In the interactive reference, examples of a request have titles and their own samples', () => {
  const { post } = scalarOf('consents').paths['/Consent'];
  const { examples } = post.requestBody.content['application/json'];
  for (const { example, source } of post['x-codeSamples'])
    assert.equal(source.includes('externalUserId'), 'externalUserId' in examples[example].value, source);
});

function sample(id: OperationId, label: string, example?: string): string {
  return samplesOf(lookup.operation(id), example).find((each) => each.label === label)!.code;
}

test('A sample shows the example that the page names, with quotes escaped in every language', () => {
  const addExample = ({ paths }: Node) => {
    const { content } = paths['/v2/categorization-jobs'].post.requestBody;
    const value = { profile: `it's "here" \\ there`, metaData: {}, accountIds: [] };
    content['application/json'].examples.special = { value };
  };
  withChangedContract('categorization-v2', addExample, () => {
    for (const [label, expected] of [
      ['cURL', String.raw`"it'\''s \"here\" \\ there"`],
      ['JavaScript', String.raw`'it\'s "here" \\ there'`],
      ['Python', String.raw`"it's \"here\" \\ there"`],
      ['PHP', `'metaData' => new stdClass()`],
      ['Java', String.raw`"it's \\"here\\" \\\\ there"`],
    ] as const) {
      const code = sample('createCategorizationJob', label, 'special');
      assert.ok(code.includes(expected), code);
      assert.ok(!sample('createCategorizationJob', label).includes('there'));
    }
  });
  assert.throws(() => sample('createUser', 'cURL', 'noSuchUser'), /noSuchUser/);
});

function read(...lines: string[]) {
  mkdirSync('openapi/changelog', { recursive: true });
  writeFileSync('openapi/changelog/users.md', ['# Users API', '', ...lines, ''].join('\n'));
  return changeLogOf('users');
}

test('A changelog contains releases with version, date, and changes, which may continue on indented lines', () => {
  const lines = ['## 1.1.0 – 2026-11-20', '', '- One,', '  two.', '- Three.', '', '## 1.0.0 – 2026-01-31'];
  assert.deepEqual(read(...lines), [
    { version: '1.1.0', date: '2026-11-20', changes: ['One, two.', 'Three.'] },
    { version: '1.0.0', date: '2026-01-31', changes: [] },
  ]);
});

for (const [lines, message] of [
  [['## Next'], '3: "## Next" isn\'t a release. Write "## 1.2.0'],
  [['## 1.0.0 – 2026-01-31', 'One.'], '4: "One." isn\'t a change. Start the line with "- "'],
  [['## 1.0.0 – 2026-01-31', '', '## 1.1.0 – 2026-11-20'], '5: 1.1.0 is newer than the version above it.'],
] as const)
  test(`A changelog with "${lines.at(-1)}" is rejected with the line and the fix`, () => {
    const pattern = new RegExp(`^openapi/changelog/users\\.md:${RegExp.escape(message)}`);
    assert.throws(() => read(...lines), { name: 'WriterError', message: pattern });
  });
