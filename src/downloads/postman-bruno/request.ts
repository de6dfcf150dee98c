import { bodiesOf, parametersOf, type Body } from '../../contract/lookup.ts';
import { exampleOf, needsToken, sampleQuery } from '../../contract/samples/request.ts';
import type { Contract, OpenApiDocument, Operation, Parameter } from '../../contract/model.ts';
import { withBaseUrl, type ApiUrls } from './urls.ts';
import { withFlowVariables, type FlowVariable } from './flow.ts';
import { markdown, type Entry, type Request, type RequestBody, type Url } from './model.ts';

/** Data that all requests of the collection share. */
export interface CollectionContext {
  /** The URL of the documentation, without a trailing slash. */
  home: string;
  urls: ApiUrls;
  variables: readonly FlowVariable[];
}

/** Whether an operation is the token request. */
export function isTokenCall(contract: Contract, operation: Operation, { tokenUrl }: ApiUrls): boolean {
  return contract.server + operation.path === tokenUrl;
}

/** Returns the request of an operation, with variables in place of the reader's own values. */
export function requestOf(contract: Contract, operation: Operation, context: CollectionContext): Request {
  const body = bodiesOf(operation).get('request');
  const content = body && bodyOf(body, context);
  return {
    method: operation.method.toUpperCase(),
    url: urlOf(contract, operation, context),
    header: headersOf(operation, body),
    ...(content && { body: content }),
    ...(!needsToken(operation, contract.document) && { auth: { type: 'noauth' } }),
    description: markdown(
      `${operation.description}\n\n[${operation.summary} in the API reference](${context.home}/${operation.slug}/)`,
    ),
  };
}

function urlOf(contract: Contract, operation: Operation, { urls, variables }: CollectionContext): Url {
  const parameters = parametersOf(operation);
  const url = withBaseUrl(contract.server + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), urls);
  const [host = '', path = ''] = /^(\{\{\w+\}\}|\w+:\/\/[^/]+)\/?(.*)$/.exec(url)?.slice(1) ?? [url];
  // All other query parameters are disabled.
  const chosen = new Set(sampleQuery(operation, parameters).map(({ name }) => name));
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({
      ...entryOf(contract.document, parameter, variables),
      ...(!chosen.has(parameter.name) && { disabled: true }),
    }));
  const variable = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => entryOf(contract.document, parameter, variables));
  const search = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: search.length > 0 ? `${url}?${search.join('&')}` : url,
    host: [host],
    ...(path && { path: path.split('/') }),
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  };
}

function entryOf(document: OpenApiDocument, parameter: Parameter, variables: readonly FlowVariable[]): Entry {
  return {
    key: parameter.name,
    value: String(withFlowVariables(exampleOf(document, parameter) ?? '', variables)),
    description: markdown(parameter.description ?? ''),
  };
}

function headersOf(operation: Operation, request: Body | undefined): Entry[] {
  const accepted = new Set(
    [...bodiesOf(operation)].filter(([part]) => part !== 'request').map(([, { contentType }]) => contentType),
  );
  return [
    ...(accepted.size > 0 ? [{ key: 'Accept', value: [...accepted].join(', ') }] : []),
    ...(request ? [{ key: 'Content-Type', value: request.contentType }] : []),
  ];
}

function bodyOf(body: Body, { variables }: CollectionContext): RequestBody {
  const value = body.examples[0]?.value ?? {};
  if (body.contentType === 'application/x-www-form-urlencoded') {
    const fields = Object.entries(value).map(([key, each]) => ({
      key,
      value: credentials[key] ?? String(each),
    }));
    return { mode: 'urlencoded', urlencoded: fields };
  }
  const raw = JSON.stringify(value, (_key, each: unknown) => withFlowVariables(each, variables), 2);
  return { mode: 'raw', raw, options: { raw: { language: 'json' } } };
}

/** Fields of the token request that contain the reader's credentials. */
const credentials: Record<string, string | undefined> = {
  client_id: '{{clientId}}',
  client_secret: '{{clientSecret}}',
};
