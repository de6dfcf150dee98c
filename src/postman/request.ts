import { bodiesOf, parametersOf, type Body } from '../contract/lookup.ts';
import { exampleOf, needsToken, sampleQuery } from '../contract/samples.ts';
import type { Contract, OpenApiDocument, Operation, Parameter } from '../contract/model.ts';
import { withVariables, type Addresses } from './urls.ts';
import { withFlowVariables, type FlowVariable } from './flow.ts';
import { markdown, type Entry, type Request, type RequestBody, type Url } from './model.ts';

/** What every request of the collection is written with. */
export interface Surroundings {
  /** URL of the documentation, without a slash at its end. */
  home: string;
  addresses: Addresses;
  variables: readonly FlowVariable[];
}

/** Whether an operation is the one that creates a token. */
export function isTokenCall(contract: Contract, operation: Operation, { tokenUrl }: Addresses): boolean {
  return contract.server + operation.path === tokenUrl;
}

/** The request of an operation, with variables where the reader's own values go. */
export function requestOf(contract: Contract, operation: Operation, surroundings: Surroundings): Request {
  const body = bodiesOf(operation).get('request');
  const content = body && bodyOf(body, surroundings);
  return {
    method: operation.method.toUpperCase(),
    url: urlOf(contract, operation, surroundings),
    header: headersOf(operation, body),
    ...(content && { body: content }),
    ...(!needsToken(operation, contract.document) && { auth: { type: 'noauth' } }),
    description: markdown(
      `${operation.description}\n\n[${operation.summary} in the API reference](${surroundings.home}/${operation.slug}/)`,
    ),
  };
}

function urlOf(contract: Contract, operation: Operation, { addresses, variables }: Surroundings): Url {
  const parameters = parametersOf(operation);
  const address = withVariables(contract.server + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), addresses);
  const [host = '', path = ''] = /^(\{\{\w+\}\}|\w+:\/\/[^/]+)\/?(.*)$/.exec(address)?.slice(1) ?? [address];
  // The others are there, switched off.
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
    raw: search.length > 0 ? `${address}?${search.join('&')}` : address,
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

function bodyOf(body: Body, { variables }: Surroundings): RequestBody {
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

/** Fields of the token call whose values are the reader's own. */
const credentials: Record<string, string | undefined> = {
  client_id: '{{clientId}}',
  client_secret: '{{clientSecret}}',
};
