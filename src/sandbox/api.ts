import addFormats from 'ajv-formats';
import { OpenAPIBackend, type Context, type Document, type Operation as Described } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { OpenApiDocument, Schema } from '../contract/model.ts';
import { notFound, problem, type Operation, type SandboxRequest, type SandboxResponse } from './http.ts';
import { authentication, refusalOf, tokenError } from './operations/authentication.ts';
import { consents } from './operations/consents.ts';
import { data } from './operations/data.ts';
import { analysis, categorization, categorizationV1 } from './operations/jobs.ts';
import { users } from './operations/users.ts';
import type { Fault, Sandbox } from './state.ts';

/** The APIs of the combined contract, with routing, authorization, and validation by openapi-backend. */
export async function createApi(document: OpenApiDocument, sandbox: Sandbox): Promise<OpenAPIBackend> {
  const operations: Record<string, Operation> = {
    ...authentication(sandbox),
    ...users(sandbox),
    ...consents(sandbox),
    ...data(sandbox),
    ...categorization(sandbox),
    ...categorizationV1(sandbox),
    ...analysis(sandbox),
  };
  const definition = structuredClone(document);
  // Reject misspelled fields here, too, although the contract doesn't say so.
  (definition.components!.schemas!['CreateConsentRequest'] as Schema).additionalProperties = false;
  const api = createBackend(definition, operations, { coerceTypes: true });
  const refusal = ({ request }: Context) => refusalOf(sandbox, request.headers['authorization']);
  api.registerSecurityHandler('oauth2', (context) => refusal(context) === undefined);
  api.register({
    unauthorizedHandler: (context) => unauthorized(refusal(context) ?? ''),
    notFound: ({ request }) => notFound(`The contracts have no path ${request.path}.`),
    // An operation without code returns its contract's example.
    notImplemented: ({ operation: { operationId = '', responses } }) => {
      const { status, mock } = api.mockResponseForOperation(operationId);
      const response = responses?.[status] as { content?: object };
      return { status, ...(response.content && { body: mock as unknown }) };
    },
  });
  await api.init();
  return api;
}

/** A document's operations, with routing and validation by openapi-backend. */
export function createBackend(
  definition: OpenApiDocument,
  operations: Readonly<Record<string, Operation>>,
  options: { coerceTypes?: boolean } = {},
): OpenAPIBackend {
  const handlers = Object.entries(operations).map(([id, operation]) => {
    const handler = ({ request, operation: described }: Context, page: Fault['page']) =>
      operation({
        page,
        path: request.params as Record<string, string>,
        query: request.query as SandboxRequest['query'],
        body: (request.requestBody ?? {}) as Record<string, unknown>,
        limit: (described as { 'x-rate-limit'?: { limit: number } })['x-rate-limit']?.limit,
      });
    return [id, handler] as const;
  });
  const backend = new OpenAPIBackend({
    ...options,
    definition: structuredClone(definition) as Document,
    quick: true,
    // Otherwise, a missing field would hide the misspelled one.
    ajvOpts: { allErrors: true },
    customizeAjv: (ajv) => addFormats(ajv, ['date', 'date-time', 'uri', 'uri-reference', 'uuid', 'password']),
    handlers: Object.fromEntries(handlers),
  });
  backend.register({
    methodNotAllowed: ({ request, api: { router } }) => {
      const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
      const allowed = methods.filter((method) => router.matchOperation({ ...request, method }));
      const detail = `${request.path} has only ${allowed.join(' and ')}.`;
      return { ...problem(405, detail), headers: { allow: allowed.join(', ') } };
    },
    validationFail: invalid,
  });
  return backend;
}

/** The response to a data request without a valid token. The contract has no body for it. */
export function unauthorized(reason: string): SandboxResponse {
  return { status: 401, headers: { 'www-authenticate': 'Bearer' }, reason };
}

/** The response to a request that the contract doesn't allow. */
function invalid({ operation, validation, request }: Context): SandboxResponse {
  // Create it without a prototype, because clients may send a field named toString.
  const errors = Object.create(null) as Record<string, string[]>;
  for (const { instancePath, keyword, message = 'is not valid', params } of validation.errors ?? []) {
    const { additionalProperty, missingProperty, allowedValues } = params as Record<
      'additionalProperty' | 'missingProperty',
      string | undefined
    > & { allowedValues?: unknown[] };
    const [, part, ...path] = instancePath.split('/');
    const isRepeated = part === 'query' && Array.isArray(request.query[path[0] ?? '']);
    const field = [...path, additionalProperty ?? missingProperty]
      .filter((part) => part !== undefined)
      .join('.');
    const reason = missingProperty
      ? 'is required'
      : additionalProperty
        ? 'is not in the contract'
        : keyword === 'parse'
          ? `is not valid JSON: ${message}`
          : isRepeated
            ? 'is sent more than once'
            : allowedValues
              ? `must be one of ${allowedValues.join(', ')}`
              : message;
    (errors[field === '' ? 'body' : field] ??= []).push(reason);
  }
  return invalidFields(operation.operationId, errors);
}

/** The response to parameters that openapi-backend drops or converts although the contracts don't allow them. */
export function wrongParameter(operation: Described | undefined, query: URLSearchParams) {
  // openapi-backend drops these names, even in brackets.
  const inherited = [...query.keys()].find((name) =>
    name.split(/[[\]]/).some((part) => part in Object.prototype),
  );
  if (inherited !== undefined)
    return invalidFields(operation?.operationId, { [inherited]: ['is not in the contract'] });
  // openapi-backend reads 1e1 and 0xA as 10.
  const unreadable = ((operation?.parameters ?? []) as OpenAPIV3_1.ParameterObject[]).find(
    ({ name, in: place, schema }) =>
      place === 'query' &&
      /^(integer|number)$/.test(String((schema as OpenAPIV3_1.SchemaObject).type)) &&
      query.getAll(name).some((text) => !/^-?\d+(\.\d+)?$/.test(text)),
  );
  if (!unreadable) return undefined;
  const { type } = unreadable.schema as OpenAPIV3_1.SchemaObject;
  return invalidFields(operation?.operationId, { [unreadable.name]: [`must be ${String(type)}`] });
}

function invalidFields(operationId: string | undefined, errors: Record<string, string[]>): SandboxResponse {
  if (operationId === 'createAccessToken') {
    const reasons = Object.entries(errors).map(([field, messages]) => `${field} ${messages.join(', ')}`);
    return tokenError(400, 'invalid_request', reasons.join('; '));
  }
  return problem(400, 'The request is not valid.', errors);
}
