import addFormats from 'ajv-formats';
import { OpenAPIBackend, type Context, type Document, type Request } from 'openapi-backend';
import type { OpenApiDocument, Schema } from '../contract/model.ts';
import { notFound, problem, requestOf, type Operation, type SandboxResponse } from './http.ts';
import { authentication, isAuthorized, tokenError } from './operations/authentication.ts';
import { consents } from './operations/consents.ts';
import { data } from './operations/data.ts';
import { analysis, categorization } from './operations/jobs.ts';
import { users } from './operations/users.ts';
import type { Sandbox } from './state.ts';

/** The APIs of the combined contract, with routing, authorization and validation by openapi-backend. */
export async function createApi(document: OpenApiDocument, sandbox: Sandbox): Promise<OpenAPIBackend> {
  const operations: Record<string, Operation> = {
    ...authentication(sandbox),
    ...users(sandbox),
    ...consents(sandbox),
    ...data(sandbox),
    ...categorization(sandbox),
    ...analysis(sandbox),
  };
  const definition = structuredClone(document);
  // Misspelled fields are found here too, although the contract is silent about them.
  (definition.components!.schemas!['CreateConsentRequest'] as Schema).additionalProperties = false;
  const api = createBackend(definition, operations, { coerceTypes: true });
  api.registerSecurityHandler('oauth2', ({ request }) =>
    isAuthorized(sandbox, request.headers['authorization']),
  );
  api.register({
    unauthorizedHandler: () => ({ status: 401, headers: { 'www-authenticate': 'Bearer' } }),
    notFound: ({ request }) => notFound(`The contracts have no path ${request.path}.`),
    // An operation that nobody has written yet costs its contract alone.
    notImplemented: ({ operation: { operationId = '', responses } }) => {
      const { status, mock } = api.mockResponseForOperation(operationId);
      const response = responses?.[status] as { content?: object };
      return { status, ...(response.content && { body: mock as unknown }) };
    },
  });
  await api.init();
  return api;
}

/** The operations of a document, with routing and validation by openapi-backend. */
export function createBackend(
  definition: OpenApiDocument,
  operations: Readonly<Record<string, Operation>>,
  options: { coerceTypes?: boolean } = {},
): OpenAPIBackend {
  const handlers = Object.entries(operations).map(
    ([id, operation]) => [id, (context: Context) => operation(requestOf(context))] as const,
  );
  const backend = new OpenAPIBackend({
    ...options,
    definition: structuredClone(definition) as Document,
    quick: true,
    customizeAjv: (ajv) => addFormats(ajv, ['date', 'date-time', 'uri', 'uuid', 'password']),
    handlers: Object.fromEntries(handlers),
  });
  backend.register({
    methodNotAllowed: ({ request, api: { router } }) => methodNotAllowed(router, request),
    validationFail: invalid,
  });
  return backend;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The response to a method that a path doesn't have, with those that it has. */
function methodNotAllowed(router: OpenAPIBackend['router'], request: Request): SandboxResponse {
  const allowed = methods.filter((method) => router.matchOperation({ ...request, method }));
  const detail = `${request.path} has only ${allowed.join(' and ')}.`;
  return { ...problem(405, detail), headers: { allow: allowed.join(', ') } };
}

/** The response to a request that the contract doesn't allow. */
function invalid({ operation, validation }: Context): SandboxResponse {
  // Without a prototype, because clients may send a field named toString.
  const errors = Object.create(null) as Record<string, string[]>;
  for (const { instancePath, keyword, message = 'is not valid', params } of validation.errors ?? []) {
    const { additionalProperty, missingProperty } = params as Record<string, string | undefined>;
    const path = instancePath.split('/').slice(2);
    const field = [...path, additionalProperty ?? missingProperty]
      .filter((part) => part !== undefined)
      .join('.');
    const reason = missingProperty
      ? 'is required'
      : additionalProperty
        ? 'is not in the contract'
        : keyword === 'parse'
          ? `is not valid JSON: ${message}`
          : message;
    (errors[field === '' ? 'body' : field] ??= []).push(reason);
  }
  return invalidFields(operation.operationId, errors);
}

/** The response to a parameter that no operation has. */
export function unknownField(operationId: string | undefined, name: string): SandboxResponse {
  return invalidFields(operationId, { [name]: ['is not in the contract'] });
}

function invalidFields(operationId: string | undefined, errors: Record<string, string[]>): SandboxResponse {
  if (operationId === 'createAccessToken') {
    const [[field, [message = ''] = []] = ['body']] = Object.entries(errors);
    return tokenError(400, 'invalid_request', `${field} ${message}`);
  }
  return problem(400, 'The request is not valid.', errors);
}
