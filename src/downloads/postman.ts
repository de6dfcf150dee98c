import { STATUS_CODES } from 'node:http';
import { environments } from '../config/samples.ts';
import { site } from '../config/site.ts';
import { contract } from '../contract/index.ts';
import { bodiesOf, parametersOf, type Body } from '../contract/lookup.ts';
import type { Contract, Operation, Parameter } from '../contract/model.ts';
import { responsesOf } from '../contract/responses.ts';
import { exampleOfParameter, needsToken, sampleQuery } from '../contract/samples/index.ts';
import { existing } from '../shared/existing.ts';

/* Postman files in collection format 2.1. IDs are fixed, so that a new import replaces the previous one. */

/** A response value that later requests send. The collection stores it in the variable `key`. */
interface FlowValue {
  key: string;
  from: string;
  at: readonly (string | number)[];
  /** The variable's first value. The default is the value in the contract's example. */
  initial?: string;
}

/** Values that readers would otherwise copy. Two have their own `initial`, because the sandbox uses the examples. */
const flowValues: readonly FlowValue[] = [
  { key: 'userId', from: 'createUser', at: ['id'] },
  { key: 'externalUserId', from: 'createUser', at: ['externalUserId'], initial: 'postman-user' },
  { key: 'consentId', from: 'createConsent', at: ['consentId'] },
  { key: 'accountId', from: 'listAccounts', at: [0, 'id'] },
  { key: 'categorizationJobIdV1', from: 'listCategorizationJobsV1', at: [0, 'id'] },
  { key: 'categorizationJobId', from: 'createCategorizationJob', at: ['data'] },
  { key: 'analysisJobId', from: 'createAnalysisJob', at: ['id'] },
  { key: 'reference', from: 'createAnalysisJob', at: ['reference'], initial: 'postman-analysis' },
];

/** A flow value with its example in the contract. Requests contain the example, which the variable replaces. */
type Variable = FlowValue & { value: string };

/**
 * Builds the collection, with a folder per API, a request per operation, and the documented responses as examples.
 * Deletions come last and in reverse order, so that a run finishes with them. Webhooks aren't included, because the
 * platform sends them. `home` is the documentation's URL, without a trailing slash.
 */
export function collectionOf(contracts: readonly Contract[], home: string = site.origin) {
  const base = baseOf(contracts);
  const operations = contracts.flatMap((api) => api.operations.filter(({ kind }) => kind === 'operation'));
  const variables = flowValues.map((flowValue) => withExample(flowValue, operations));
  const itemsOf = (members: readonly Operation[]) =>
    members.map((operation) => itemOf(operation, variables, base.server, home));
  const deletions = operations.filter(({ method }) => method === 'delete');
  return {
    info: {
      _postman_id: '02823a00-2a65-590b-a0a3-6329a6511adc',
      name: site.product,
      description: introductionOf(home, base),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      ...contracts.map(({ name, title, description }) => ({
        name: title,
        description,
        item: itemsOf(operations.filter(({ api, method }) => api === name && method !== 'delete')),
      })),
      {
        name: 'Delete what you created',
        description: 'Deletes the analysis job, the consent, and the user. Run these requests last.',
        item: itemsOf(deletions.toReversed()),
      },
    ],
    // Postman's OAuth 2.0 client would look for `access_token`, which the response doesn't contain.
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
    variable: variables.map(({ key, value, initial = value }) => ({ key, value: initial, type: 'string' })),
  };
}

/** A contract with the base URL of all requests that need a token. The token endpoint's URL starts with it, too. */
const baseOf = (contracts: readonly Contract[]) =>
  existing(
    contracts.find((api) => api.operations.some((operation) => needsToken(operation, api.document))),
    'operation that needs a token',
  );

/** An environment with the base URL and the credentials of all requests. Postman hides values of the type `secret`. */
function environmentOf(
  id: string,
  name: string,
  { host, clientId, clientSecret }: Record<'host' | 'clientId' | 'clientSecret', string>,
  secret: 'secret' | 'default',
) {
  return {
    id,
    name,
    values: [
      { key: 'baseUrl', value: host, type: 'default', enabled: true },
      { key: 'clientId', value: clientId, type: 'default', enabled: true },
      { key: 'clientSecret', value: clientSecret, type: secret, enabled: true },
      { key: 'accessToken', value: '', type: 'secret', enabled: true },
    ],
    _postman_variable_scope: 'environment',
  };
}

const introductionOf = (home: string, { server, serverDescription }: Contract) =>
  [
    'All operations of all APIs, generated from the contracts.',
    '1. Import an environment too, and select it: the platform or the sandbox.',
    '2. For the platform, set `clientId` and `clientSecret` in the environment.',
    '3. Send **Create an access token**. It stores `accessToken`, which every other request sends.',
    `The platform's base URL is \`${server}\`. ${serverDescription}`,
    `[How to run the requests in order](${home}/account-information/postman/)`,
  ].join('\n\n');

function withExample(flowValue: FlowValue, operations: readonly Operation[]): Variable {
  const operation = operations.find(({ id }) => id === flowValue.from);
  const success = operation && [...bodiesOf(operation)].find(([part]) => part.startsWith('2'));
  const value = flowValue.at.reduce<unknown>(
    (node, step) => (node as Record<string | number, unknown> | undefined)?.[step],
    success?.[1].examples[0]?.value,
  );
  if (typeof value === 'string') return { ...flowValue, value };
  throw new Error(
    `The example response of ${flowValue.from} has no string at ${flowValue.at.join('.')}. Correct src/downloads/postman.ts.`,
  );
}

function itemOf(operation: Operation, variables: readonly Variable[], base: string, home: string) {
  const request = postmanRequest(operation, variables, base, home);
  const response = responsesOf(operation).flatMap(({ status, description, body }) => {
    const code = Number(status);
    const common = { originalRequest: request, status: STATUS_CODES[status], code, cookie: [] };
    const name = `${status}: ${description}`;
    if (!body) return [{ ...common, name, _postman_previewlanguage: 'text', header: [], body: '' }];
    return body.examples.map(({ summary, value }) => ({
      ...common,
      name: `${status}: ${summary}`,
      _postman_previewlanguage: 'json',
      header: [{ key: 'Content-Type', value: body.contentType }],
      body: JSON.stringify(value, null, 2),
    }));
  });
  const script = { type: 'text/javascript', exec: scriptOf(operation) };
  return { name: operation.summary, event: [{ listen: 'test', script }], request, response };
}

/** An operation's request, with variables for the reader's own values. */
function postmanRequest(operation: Operation, variables: readonly Variable[], base: string, home: string) {
  const { document, server } = contract(operation.api);
  const parameters = parametersOf(operation);
  const sampled = sampleQuery(operation, parameters);
  const toKeyValue = (parameter: Parameter) => ({
    key: parameter.name,
    value: String(withVariable(exampleOfParameter(document, parameter) ?? '', variables)),
    description: parameter.description ?? '',
  });
  const path = server.slice(base.length) + operation.path.replaceAll('{', ':').replaceAll('}', '');
  const query = sampled.map(toKeyValue).map(({ key, value }) => `${key}=${value}`);
  const { request: body, ...responses } = Object.fromEntries(bodiesOf(operation));
  const accepted = [...new Set(Object.values(responses).map(({ contentType }) => contentType))].join(', ');
  return {
    method: operation.method.toUpperCase(),
    url: {
      raw: `{{baseUrl}}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      host: ['{{baseUrl}}'],
      path: path.slice(1).split('/'),
      query: parameters
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => ({ ...toKeyValue(parameter), disabled: !sampled.includes(parameter) })),
      variable: parameters.filter((parameter) => parameter.in === 'path').map(toKeyValue),
    },
    header: [
      ...(accepted ? [{ key: 'Accept', value: accepted }] : []),
      ...(body ? [{ key: 'Content-Type', value: body.contentType }] : []),
    ],
    ...(body && { body: bodyOf(body, variables) }),
    ...(!needsToken(operation, document) && { auth: { type: 'noauth' } }),
    description: `${operation.description}\n\n[${operation.summary} in the API reference](${home}/${operation.slug}/)`,
  };
}

function bodyOf({ contentType, examples }: Body, variables: readonly Variable[]) {
  const example = examples[0]?.value ?? {};
  if (contentType === 'application/x-www-form-urlencoded') {
    const credentials = { client_id: '{{clientId}}', client_secret: '{{clientSecret}}' };
    const fields = Object.entries({ ...example, ...credentials });
    const urlencoded = fields.map(([key, field]) => ({ key, value: String(field) }));
    return { mode: 'urlencoded', urlencoded } as const;
  }
  const raw = JSON.stringify(example, (_key, value: unknown) => withVariable(value, variables), 2);
  return { mode: 'raw', raw, options: { raw: { language: 'json' } } } as const;
}

function withVariable(value: unknown, variables: readonly Variable[]): unknown {
  const variable = variables.find(({ value: example }) => example === value);
  return variable ? `{{${variable.key}}}` : value;
}

/** Tests the response status, and stores the token or values that later requests send. */
function scriptOf({ id, definition }: Operation): string[] {
  const status = Object.keys(definition.responses ?? {}).find((code) => code.startsWith('2'));
  const token = { key: 'accessToken', from: 'createAccessToken', at: ['accessToken'] };
  return [
    `pm.test('The status is ${status}', () => pm.expect(pm.response.code).to.equal(${status}));`,
    ...[token, ...flowValues]
      .filter(({ from }) => from === id)
      .map(({ key, at }) => {
        const value = `pm.response.json()${at.map((step) => `?.[${JSON.stringify(step)}]`).join('')}`;
        const scope = key === token.key ? 'environment' : 'collectionVariables';
        return `if (pm.response.code < 300 && ${value}) pm.${scope}.set('${key}', ${value});`;
      }),
  ];
}

/** The collection and its environments. The keys are file names. The platform's environment contains no credentials. */
export const postmanFiles = {
  collection: collectionOf,
  environment: (contracts: readonly Contract[]) =>
    environmentOf(
      'b80d92a5-fe50-5dfb-adca-645971ac6983',
      site.product,
      { host: baseOf(contracts).server, clientId: '', clientSecret: '' },
      'secret',
    ),
  'sandbox-environment': () =>
    environmentOf(
      '30a2d00e-743f-5d22-9fa1-2521ce53e1a1',
      `${site.product} (sandbox)`,
      environments.sandbox,
      'default',
    ),
} as const;
