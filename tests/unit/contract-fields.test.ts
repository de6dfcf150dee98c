import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract, contracts } from '../../src/contract/index.ts';
import {
  enumValues,
  fieldsOf,
  listsValues,
  parameterFields,
  typeText,
  type Field,
} from '../../src/contract/fields.ts';
import { lookupFor, parametersOf } from '../../src/contract/lookup.ts';
import type { OpenApiDocument, Schema } from '../../src/contract/model.ts';
import { responsesOf } from '../../src/contract/responses.ts';
import { withChangedContract, withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

const lookup = lookupFor('src/content/docs/guide.mdx');

/** A field of an object by its path, such as `accountBalance.amount`. */
function field(of: string, path: string, api?: string): Field {
  const { schema, api: owner } = lookup.schema(of, api);
  let fields = fieldsOf(contract(owner).document, schema, '', [of]);
  let found: Field | undefined;
  for (const name of path.split('.')) {
    found = fields.find((each) => each.name === name);
    assert.ok(found, `${of} has no field ${path}`);
    fields = found.fields;
  }
  return found!;
}

test('A type is written as readers of this platform call it', () => {
  assert.equal(field('Account', 'id').type, 'string (uuid)');
  assert.equal(field('Transaction', 'bookDate', 'transactions').type, 'string (date)');
  assert.equal(field('Consent', 'dateRequested').type, 'string (date-time)');
  assert.equal(field('Consent', 'errors').type, 'Array<ConsentError>');
  assert.equal(field('AnalysisJobInput', 'userIds').type, 'Array<string (uuid)>');
});

test('A nullable field is marked as such and its type stays the plain one', () => {
  const { type, nullable } = field('AnalysisJob', 'finishedAt');
  assert.deepEqual([type, nullable], ['string (date-time)', true]);
  assert.equal(field('AnalysisJob', 'created').nullable, false);
});

test('A field is required where its object says so', () => {
  assert.equal(field('CreateConsentRequest', 'providerKey').required, true);
  assert.equal(field('CreateConsentRequest', 'countryCode').required, false);
});

test('Defaults and limits are written in words', () => {
  assert.equal(field('CreateConsentRequest', 'countryCode').default, 'NL');
  assert.deepEqual(field('CreateConsentRequest', 'countryCode').constraints, ['matches ^[A-Z]{2}$']);
  assert.deepEqual(field('CreateUserRequest', 'externalUserId').constraints, ['not empty']);
});

test('The fields of an object within an object, and of the entries of a list, are below it', () => {
  assert.equal(field('Account', 'accountBalance.amount').path, 'accountBalance.amount');
  assert.equal(field('Consent', 'errors.message').path, 'errors.message');
  assert.equal(field('Consent', 'errors').schemaName, 'ConsentError');
});

test('A parameter says where it goes, and whether the call needs it', () => {
  const all = (of: string) => {
    const operation = lookup.operation(of);
    return parameterFields(contract(operation.api).document, parametersOf(operation), true).map(
      ({ name, type, required, description }) => ({ name, type, required, description }),
    );
  };
  assert.deepEqual(all('getConsent'), [
    {
      name: 'id',
      type: 'string (uuid), in the path',
      required: true,
      description: "The consent's ID, returned as `consentId` when you create the consent.",
    },
  ]);
  const token = all('listTransactions').find(({ name }) => name === 'PageToken');
  assert.equal(token?.type, 'string, in the query');
  assert.equal(token?.required, false);
});

test('The values of a named enum have value, name and meaning', () => {
  const { values } = field('Consent', 'status');
  assert.equal(values.length, 9);
  assert.deepEqual(values[8], {
    value: '8',
    name: 'TIMEDOUT',
    meaning: 'The consent timed out.',
  });
  assert.deepEqual(enumValues({ type: 'string' }), []);
});

/** The fields of a small schema of our own, for shapes that no contract has at every time. */
function fieldsOfSchema(schema: unknown, schemas: Record<string, unknown> = {}): Field[] {
  const document = { components: { schemas } } as unknown as OpenApiDocument;
  return fieldsOf(document, schema as Schema);
}

test('A reference that may be null is the object, nullable, with its fields', () => {
  const [found] = fieldsOfSchema(
    { properties: { parent: { oneOf: [{ $ref: '#/components/schemas/Job' }, { type: 'null' }] } } },
    { Job: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } },
  );
  assert.deepEqual([found?.nullable, found?.type, found?.schemaName], [true, 'Job', 'Job']);
  assert.deepEqual(
    found?.fields.map(({ path }) => path),
    ['parent.id'],
  );
});

test('A reference that may be null has the fields of all parts, and may lead back to its object', () => {
  const [outer] = fieldsOfSchema(
    { $ref: '#/components/schemas/Outer' },
    {
      Base: { properties: { id: { type: 'string' } } },
      Job: { type: 'object', allOf: [{ $ref: '#/components/schemas/Base' }] },
      Outer: {
        type: 'object',
        properties: {
          job: { anyOf: [{ $ref: '#/components/schemas/Job' }, { type: 'null' }] },
          next: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Outer' }] },
        },
      },
    },
  );
  assert.deepEqual(
    outer?.fields.map(({ path }) => path),
    ['job.id'],
  );
});

test('The parts of an allOf are one object', () => {
  const fields = fieldsOfSchema(
    {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        { properties: { own: { type: 'string' } }, required: ['own'] },
      ],
    },
    { Base: { properties: { id: { type: 'string' } }, required: ['id'] } },
  );
  assert.deepEqual(fields.map(({ name, required }) => `${name} ${required}`).sort(), ['id true', 'own true']);
});

test('An object that contains itself is shown once', () => {
  const category = { type: 'object', properties: { parent: { $ref: '#/components/schemas/Category' } } };
  const [outer] = fieldsOfSchema({ $ref: '#/components/schemas/Category' }, { Category: category });
  assert.deepEqual(
    outer?.fields.map(({ path }) => path),
    ['parent.parent'],
  );
  assert.deepEqual(outer?.fields[0]?.fields, []);
});

test('A description beside a reference says what the field means here', () => {
  const [found] = fieldsOfSchema(
    { properties: { status: { $ref: '#/components/schemas/Status', description: 'The status now.' } } },
    { Status: { type: 'string', description: 'A status.' } },
  );
  assert.equal(found?.description, 'The status now.');
});

test('Limits of every kind are said, and a constant too', () => {
  const [found] = fieldsOfSchema({
    properties: {
      a: { type: 'string', pattern: '^[A-Z]{2}$', minimum: 1, maximum: 6, maxLength: 2, const: 'NL' },
    },
  });
  assert.deepEqual(found?.constraints, [
    'matches ^[A-Z]{2}$',
    'at least 1',
    'at most 6',
    'at most 2 characters',
    'always NL',
  ]);
});

test('A missing type means any value, and all of several types are listed', () => {
  const document = {} as OpenApiDocument;
  assert.equal(typeText(document, {}), 'any value');
  assert.equal(typeText(document, { properties: {} }), 'object');
  assert.equal(typeText(document, { type: ['string', 'integer', 'null'] } as Schema), 'string or integer');
});

/** A field and all fields below it. */
const flat = (fields: readonly Field[]): Field[] => fields.flatMap((each) => [each, ...flat(each.fields)]);

test('Every field of every schema of the contracts has a type and a description, and a path of its own', () => {
  for (const { name, document } of contracts()) {
    for (const [schemaName, schema] of Object.entries(document.components?.schemas ?? {})) {
      const fields = flat(fieldsOf(document, schema as Schema, '', [schemaName]));
      for (const { path, type, description } of fields) {
        assert.doesNotMatch(type, /any value|undefined/, `${name} ${schemaName}.${path}`);
        assert.ok(description, `${name} ${schemaName}.${path}`);
      }
      assert.equal(new Set(fields.map(({ path }) => path)).size, fields.length, `${name} ${schemaName}`);
    }
  }
});

test('A description that lists all values of its field is found, so that no list shows twice', () => {
  assert.ok(listsValues(field('Consent', 'status')));
  assert.ok(listsValues(field('AnalysisJob', 'status')));
  assert.ok(!listsValues(field('Sequence', 'periodicity')));
});

test('An error body with an inline schema has a name, by which its row links to its fields', () => {
  const change = (document: OpenApiDocument) => {
    const schema = { type: 'object', properties: { message: { type: 'string' } } } as const;
    const responses = document.paths!['/Consent/{id}/refresh']!.post!.responses!;
    responses['429'] = { description: 'Too many.', content: { 'application/json': { schema } } };
  };
  withChangedContract('consents', change, () => {
    const limit = responsesOf(lookup.operation('refreshConsent')).find(({ status }) => status === '429');
    assert.equal(limit?.bodyName, 'Error429');
  });
});
