import addFormats from 'ajv-formats';
import { OpenAPIBackend, OpenAPIRouter, type Context, type Document, type Operation } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { OpenApiDocument, Schema } from '../contract/model.ts';
import { existing } from '../shared/existing.ts';
import { WriterError } from '../shared/writer-error.ts';
import { fieldMessages, problem, Refusal, responseOfRefusal, successStatus } from './http.ts';
import type { Handler, Handlers, Query, SandboxResponse } from './http.ts';
import { authenticationHandlers, tokenError, unauthorizedReason } from './operations/authentication.ts';
import { consentHandlers } from './operations/consents.ts';
import { dataHandlers } from './operations/data.ts';
import { analysisHandlers, categorizationHandlers } from './operations/jobs.ts';
import { userHandlers } from './operations/users.ts';
import { reasonOf, suggestion, typeReason } from './reasons.ts';
import type { Fault, Sandbox } from './state.ts';

/** Creates the APIs of the combined contract. openapi-backend handles routing, authorization, and validation. */
export async function createApi(document: OpenApiDocument, sandbox: Sandbox): Promise<OpenAPIBackend> {
  const handlers: Handlers = {
    ...authenticationHandlers(sandbox),
    ...userHandlers(sandbox),
    ...consentHandlers(sandbox),
    ...dataHandlers(sandbox),
    ...categorizationHandlers(sandbox),
    ...analysisHandlers(sandbox),
  };
  const definition = structuredClone(document);
  // Also reject misspelled fields when creating a consent, although the contract doesn't require it.
  const schema = existing(definition.components?.schemas?.['CreateConsentRequest'], 'CreateConsentRequest');
  Object.assign(schema, { additionalProperties: false });
  const api = createBackend(definition, handlers, 'src/sandbox/operations/');
  const reasonFor = ({ request }: Context) => unauthorizedReason(sandbox, request.headers['authorization']);
  api.registerSecurityHandler('oauth2', (context) => reasonFor(context) === undefined);
  const paths = Object.keys(document.paths ?? {});
  api.register({
    unauthorizedHandler: (context) => unauthorized(reasonFor(context) ?? ''),
    notFound: ({ request: { path } }) =>
      problem(404, `No operation has the path ${path}${suggestion(path, paths) || '.'}`),
  });
  await api.init();
  return api;
}

/** Creates the router and validator for a document's operations, whose handlers are in `source`. */
export function createBackend(
  definition: OpenApiDocument,
  handlers: Readonly<Record<string, Handler>>,
  source: string,
): OpenAPIBackend {
  const operations = new OpenAPIRouter({ definition: definition as Document }).getOperations();
  for (const { operationId = '' } of operations)
    if (!Object.hasOwn(handlers, operationId))
      throw new WriterError(`${source} has no handler for the operation ${operationId}. Add or rename one.`);
  const responders = Object.entries(handlers).map(([id, handler]) => {
    const respond = async ({ request, operation }: Context, page: Fault['page']) => ({
      status: successStatus(operation),
      body: await handler({
        page,
        path: lowercase(request.params as Record<string, string>),
        query: request.query as Query,
        body: (request.requestBody ?? {}) as Record<string, unknown>,
        limit: (operation as { 'x-rate-limit'?: { limit: number } })['x-rate-limit']?.limit,
      }),
    });
    return [id, (...args: Parameters<typeof respond>) => respond(...args).catch(responseOfRefusal)] as const;
  });
  const backend = new OpenAPIBackend({
    definition: withIdsInAnyCase(definition) as Document,
    quick: true,
    strict: true,
    coerceTypes: true,
    // Report all errors. Otherwise, a missing field would hide the misspelled field that caused it.
    // Redocly's linter has already validated the schemas. ajv would compile their metaschema for each operation.
    ajvOpts: { allErrors: true, verbose: true, validateSchema: false },
    customizeAjv: (ajv) => {
      ajv.addKeyword({ keyword: ANY_CASE, before: 'enum', modifying: true, compile: correctSpelling });
      return addFormats(ajv, ['date', 'date-time', 'uri', 'uri-reference', 'uuid', 'password']);
    },
    handlers: Object.fromEntries(responders),
  });
  backend.register({
    methodNotAllowed: ({ request, api: { router } }) => {
      const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
      const allowed = methods.filter((method) => router.matchOperation({ ...request, method }));
      const detail = `${request.path} supports only ${allowed.join(' and ')}.`;
      return { ...problem(405, detail), headers: { allow: allowed.join(', ') } };
    },
    validationFail: invalidRequest,
  });
  return backend;
}

/** Marks UUIDs as case-insensitive (RFC 9562). The contracts mark other such fields. */
function withIdsInAnyCase(definition: OpenApiDocument): OpenApiDocument {
  const mark = (_key: string, value: unknown): unknown =>
    (value as Schema | null)?.format === 'uuid' ? { ...(value as Schema), [ANY_CASE]: true } : value;
  return JSON.parse(JSON.stringify(definition), mark) as OpenApiDocument;
}

const ANY_CASE = 'x-case-insensitive';

/** Makes ajv spell values as the contracts do, before it compares them with an enum. */
function correctSpelling(_mark: unknown, { enum: values = [], format }: Schema) {
  return (sent: unknown, context?: { parentData: object; parentDataProperty: string | number }) => {
    if (context === undefined || typeof sent !== 'string') return true;
    const text = sent.toLowerCase();
    const isSame = (value: unknown) => String(value).toLowerCase() === text;
    const spelled: unknown = format === 'uuid' ? text : (values.find(isSame) ?? sent);
    Object.assign(context.parentData, { [context.parentDataProperty]: spelled });
    return true;
  };
}

const lowercase = (ids: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.toLowerCase()]));

/** The response to a data request without a valid token. The contract documents no body. */
export function unauthorized(reason: string): SandboxResponse {
  return { status: 401, headers: { 'www-authenticate': 'Bearer' }, reason };
}

/** The response to a request that the contract doesn't allow. */
function invalidRequest({ operation, validation, request }: Context): SandboxResponse {
  // Create the object without a prototype, because clients may send a field named toString.
  const errors = Object.create(null) as Record<string, string[]>;
  for (const error of validation.errors ?? []) {
    const { instancePath, params } = error;
    const { additionalProperty, missingProperty } = params as Partial<
      Record<'additionalProperty' | 'missingProperty', string>
    >;
    const [, part, ...path] = instancePath.split('/');
    const isRepeated = part === 'query' && Array.isArray(request.query[path[0] ?? '']);
    const names = [...path, additionalProperty ?? missingProperty].filter((name) => name !== undefined);
    const reason = isRepeated ? 'is sent more than once' : reasonOf(error);
    (errors[names.join('.') || 'body'] ??= []).push(reason);
  }
  return invalidFields(operation.operationId, errors);
}

/** Rejects disallowed parameters that openapi-backend silently drops or converts. */
export function refuseParameters(operation: Operation | undefined, query: URLSearchParams) {
  const parameters = (operation?.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
  for (const [name, text] of query) {
    const parameter = parameters.find((documented) => documented.in === 'query' && documented.name === name);
    const { type } = (parameter?.schema ?? {}) as OpenAPIV3_1.SchemaObject;
    // openapi-backend drops names that every object has, even in brackets, and reads 1e1 and 0xA as 10.
    const reason = name.split(/[[\]]/).some((part) => part in Object.prototype)
      ? 'is unknown'
      : ['integer', 'number'].includes(String(type)) && !/^-?\d+(\.\d+)?$/.test(text) && typeReason(type);
    if (reason) throw new Refusal(invalidFields(operation?.operationId, { [name]: [reason] }));
  }
}

function invalidFields(operationId: string | undefined, errors: Record<string, string[]>): SandboxResponse {
  if (operationId !== 'createAccessToken') return problem(400, 'The request is not valid.', errors);
  return tokenError(400, 'invalid_request', fieldMessages(errors).join('; '));
}
