import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  apis,
  contracts,
  follow,
  operations,
  schema,
  type Api,
  type Node,
  walk,
} from './support/contracts.ts';

/* What generated clients need of the contracts, in any language. */

/** The schema components that a request or a response reaches, by name. */
function reached(api: Api, from: Node, names = new Set<string>()): Set<string> {
  for (const { key, value } of walk(from)) {
    if (key !== '$ref' || names.has(value)) continue;
    names.add(value);
    reached(api, follow(api, { $ref: value }), names);
  }
  return names;
}

for (const api of apis) {
  const own = operations.filter((operation) => operation.api === api);

  test(`Requests of ${api} have no fields besides the documented ones, except where a contract leaves that open`, () => {
    // An OAuth server ignores unknown parameters (RFC 6749), and consents get more fields for some customers.
    const open = ['AccessTokenRequest', 'CreateConsentRequest'];
    for (const { value } of own) {
      for (const ref of reached(api, value.requestBody)) {
        const { type, additionalProperties } = follow(api, { $ref: ref });
        const name = ref.split('/').at(-1)!;
        if (type === 'object' && ref.includes('/schemas/'))
          assert.equal(additionalProperties, open.includes(name) ? undefined : false, name);
      }
    }
  });

  test(`Responses of ${api} accept new fields, and their enums are marked as extensible`, () => {
    for (const { value } of own) {
      for (const ref of reached(api, value.responses)) {
        const found = follow(api, { $ref: ref });
        assert.notEqual(found.additionalProperties, false, ref);
        for (const { value: node, path } of walk(found)) {
          if (!Array.isArray(node?.enum)) continue;
          assert.equal(node['x-extensible'], true, `${ref}${path}`);
          assert.match(
            node.description,
            /Handle unknown values: later versions may add some\.$/,
            `${ref}${path}`,
          );
        }
      }
    }
  });

  test(`Values of an enum in ${api} differ in more than their case`, () => {
    for (const { value, path } of walk(contracts[api])) {
      if (!Array.isArray(value?.enum)) continue;
      const folded = value.enum.map((each: unknown) => String(each).toLowerCase());
      assert.equal(new Set(folded).size, folded.length, path);
    }
  });

  test(`Generated code of ${api} has one name for one thing`, () => {
    const { schemas = {}, parameters = {} } = contracts[api].components;
    // Generators name the result of an operation after its ID, such as CreateUserResponse.
    const results = own.map(({ value }) => `${value.operationId}response`.toLowerCase());
    const names = [...Object.keys(schemas), ...Object.keys(parameters)].map((name) => name.toLowerCase());
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
      names.filter((name) => results.includes(name)),
      [],
    );
  });
}

test('Page numbers, sizes, IDs and keys have a least value', () => {
  const wanted =
    /^(Page|PageSize|Size|PageToken|providerKey|externalUserId|ExternalUserId|reference|client_id)$/;
  for (const { api, value } of operations) {
    for (const { name, schema: declared } of (value.parameters ?? []).map((each: Node) =>
      follow(api, each),
    )) {
      const { type, minimum, minLength, format } = follow(api, declared);
      if (wanted.test(name))
        assert.equal(type === 'integer' ? minimum : minLength, 1, `${value.operationId} ${name}`);
      else if (/^id$/i.test(name))
        assert.ok(format === 'uuid' || minLength === 1, `${value.operationId} ${name}`);
    }
  }
  for (const [name, { properties = {} }] of apis.flatMap((api) =>
    Object.entries<Node>(contracts[api].components.schemas).filter(([name]) =>
      /^(Create|Access).*Request$/.test(name),
    ),
  )) {
    for (const [field, declared] of Object.entries<Node>(properties).filter(([field]) =>
      wanted.test(field),
    )) {
      const api = apis.find((each) => schema(each, name))!;
      assert.equal(follow(api, declared).minLength, 1, `${name}.${field}`);
    }
  }
});

test('The security scheme says under which name the token is in the response', () => {
  for (const api of apis.filter((name) => name !== 'authentication')) {
    const flow = contracts[api].components.securitySchemes.oauth2.flows.clientCredentials;
    assert.equal(flow['x-tokenName'], 'accessToken');
    assert.ok('accessToken' in schema('authentication', 'AccessTokenResponse').properties);
  }
});
