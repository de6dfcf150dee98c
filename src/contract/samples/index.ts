import { sampleLanguages, type SampleLanguage } from '../../config/languages.ts';
import { environments } from '../../config/samples.ts';
import { contract } from '../index.ts';
import { bodiesOf, dereference, parametersOf, type Body } from '../lookup.ts';
import type { OpenApiDocument, Operation, Parameter, Schema } from '../model.ts';
import { csharp, curl, java, javascript, php, python } from './languages.ts';

/** A request with values from the contract's examples. */
export interface SampleRequest {
  /** `operationId`. */
  id: string;
  method: string;
  /** The URL with its query. */
  url: string;
  /** The IDs in the URL, by parameter name. */
  ids: Readonly<Record<string, string>>;
  /** True if it includes an access token. */
  authorized: boolean;
  body?: { kind: 'json'; value: unknown } | { kind: 'form'; value: Record<string, string> };
}

/**
 * An operation's request.
 *
 * @param example - The name of a request example. Default: the first one.
 * @throws Error if the request has no example with this name.
 */
export function requestOf(operation: Operation, example?: string): SampleRequest {
  const { document, server } = contract(operation.api);
  const parameters = parametersOf(operation);
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, parameter) =>
        text.replace(`{${parameter.name}}`, encodeURIComponent(shownValue(document, parameter))),
      operation.path,
    );
  const shown = sampleQuery(operation, parameters);
  const query = shown.map(
    (parameter) => `${parameter.name}=${encodeURIComponent(shownValue(document, parameter))}`,
  );
  const ids = [...parameters.filter((parameter) => parameter.in === 'path'), ...shown]
    .map((parameter) => [parameter.name, shownValue(document, parameter)] as const)
    .filter(([, value]) => /^[0-9a-f-]{36}$/.test(value));
  const body = bodiesOf(operation).get('request');
  return {
    id: operation.id,
    method: operation.method.toUpperCase(),
    url: server + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    ids: Object.fromEntries(ids),
    authorized: needsToken(operation, document),
    ...(body && { body: sampleBody(body, exampleOfBody(operation, body, example)) }),
  };
}

function sampleBody({ contentType }: Body, value: unknown): NonNullable<SampleRequest['body']> {
  if (contentType !== 'application/x-www-form-urlencoded') return { kind: 'json', value };
  const fields = Object.entries((value ?? {}) as Record<string, unknown>);
  return {
    kind: 'form',
    value: Object.fromEntries(fields.map(([name, each]) => [name, placeholders.get(each) ?? String(each)])),
  };
}

/** Placeholders for the credentials in the contract's example, which are the sandbox's. */
const { platform, sandbox } = environments;
const placeholders = new Map<unknown, string>([
  [sandbox.clientId, platform.clientId],
  [sandbox.clientSecret, platform.clientSecret],
]);

function exampleOfBody({ id }: Operation, { examples }: Body, name = examples[0]?.name): unknown {
  const found = examples.find((each) => each.name === name);
  if (name !== undefined && !found) throw new Error(`The request of ${id} has no example "${name}".`);
  return found?.value;
}

/**
 * The query parameters that a sample shows: those in the contract's `x-sample-parameters`, or else the required ones.
 * Listing all parameters would hide the important ones.
 */
export function sampleQuery({ definition }: Operation, parameters: readonly Parameter[]): Parameter[] {
  const { 'x-sample-parameters': chosen } = definition as { 'x-sample-parameters'?: string[] };
  return parameters.filter(
    (parameter) => parameter.in === 'query' && (chosen?.includes(parameter.name) ?? parameter.required),
  );
}

/** True if an operation needs an access token. */
export function needsToken({ definition }: Operation, document: OpenApiDocument): boolean {
  return (definition.security ?? document.security ?? []).length > 0;
}

const shownValue = (document: OpenApiDocument, parameter: Parameter) =>
  String(exampleOf(document, parameter) ?? `{${parameter.name}}`);

/** A parameter's value from the contract: its example, its schema's example, or the default. */
export function exampleOf(document: OpenApiDocument, parameter: Parameter): unknown {
  const schema = parameter.schema && dereference<Schema>(document, parameter.schema as Schema);
  return parameter.example ?? schema?.example ?? schema?.default;
}

const programs: Readonly<Record<SampleLanguage['language'], (request: SampleRequest) => string>> = {
  sh: curl,
  js: javascript,
  python,
  csharp,
  java,
  php,
};

/**
 * Samples of an operation's request in every language, with values from the contract's examples.
 *
 * @param example - The name of a request example. Default: the first one.
 */
export function samplesOf(operation: Operation, example?: string) {
  const request = requestOf(operation, example);
  return sampleLanguages.map((each) => ({ ...each, code: programs[each.language](request) }));
}
