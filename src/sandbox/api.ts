import addFormats from 'ajv-formats';
import { OpenAPIBackend, type Context, type Document } from 'openapi-backend';
import type { OpenApiDocument } from '../contract/model.ts';
import { notFound, problem, requestOf, type Operation, type SandboxResponse } from './http.ts';
import { analysis } from './operations/analysis.ts';
import { authentication, isAuthorized, tokenError } from './operations/authentication.ts';
import { categorization } from './operations/categorization.ts';
import { consents } from './operations/consents.ts';
import { data } from './operations/data.ts';
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
  const api = new OpenAPIBackend({
    definition: structuredClone(document) as Document,
    quick: true,
    coerceTypes: true,
    customizeAjv: (ajv) => addFormats(ajv, ['date', 'date-time', 'uri', 'uuid', 'password']),
    handlers: Object.fromEntries(
      Object.entries(operations).map(([id, operation]) => [
        id,
        (context: Context) => operation(requestOf(context)),
      ]),
    ),
  });
  api.registerSecurityHandler('oauth2', ({ request }) =>
    isAuthorized(sandbox, request.headers['authorization']),
  );
  api.register({
    unauthorizedHandler: () => ({ status: 401, headers: { 'www-authenticate': 'Bearer' } }),
    notFound: ({ request }) => notFound(`The contracts have no path ${request.path}.`),
    methodNotAllowed: ({ request }) =>
      problem(
        405,
        'Method Not Allowed',
        `The contracts have no ${request.method.toUpperCase()} at this path.`,
      ),
    notImplemented: ({ operation }) =>
      problem(501, 'Not Implemented', `The sandbox doesn't know the operation ${operation.operationId}.`),
    validationFail: invalid,
  });
  await api.init();
  return api;
}

/** The response to a request that the contract doesn't allow. */
function invalid({ operation, validation }: Context): SandboxResponse {
  const errors: Record<string, string[]> = {};
  for (const { instancePath, message = 'is not valid', params } of validation.errors ?? []) {
    const { additionalProperty, missingProperty } = params as Record<string, string | undefined>;
    const path = instancePath.split('/').slice(2);
    const field = [...path, additionalProperty ?? missingProperty]
      .filter((part) => part !== undefined)
      .join('.');
    const reason = missingProperty ? 'is required' : additionalProperty ? 'is not in the contract' : message;
    (errors[field === '' ? 'body' : field] ??= []).push(reason);
  }
  if (operation.operationId === 'createAccessToken') {
    const [[field, [message = ''] = []] = ['body']] = Object.entries(errors);
    return tokenError(400, 'invalid_request', `${field} ${message}`);
  }
  return problem(400, 'Bad Request', 'The request is not valid.', errors);
}
