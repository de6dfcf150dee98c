import { environments, sampleLanguages, TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import { contract } from '../index.ts';
import { bodiesOf, dereference, lookupFor, parametersOf } from '../lookup.ts';
import type { OpenApiDocument, Operation, Parameter, Schema } from '../model.ts';
import { csharp, curl, java, javascript, php, python } from './languages.ts';

/** A request with values from the contract's examples. */
export interface SampleRequest {
  id: string;
  method: string;
  url: string;
  /** Maps each path parameter's name to the ID in the URL. */
  ids: Readonly<Record<string, string>>;
  /** Excludes a form's content type, which most languages set automatically. */
  headers: { Authorization?: string; 'Content-Type'?: string };
  body?: { kind: 'json'; value: unknown } | { kind: 'form'; value: Record<string, string> };
}

/** An operation's request, with the named example or, by default, the first one. */
export function requestOf(operation: Operation, example?: string): SampleRequest {
  const { document, server } = contract(operation.api);
  const parameters = parametersOf(operation);
  const withValue = (parameter: Parameter) => ({
    ...parameter,
    value: String(exampleOfParameter(document, parameter) ?? `{${parameter.name}}`),
  });
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(withValue);
  const inQuery = sampleQuery(operation, parameters).map(withValue);
  const path = inPath.reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  );
  const search = inQuery.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&');
  const ids = [...inPath, ...inQuery].filter((parameter) => schemaOf(document, parameter)?.format === 'uuid');
  const type = bodiesOf(operation).get('request')?.contentType;
  const { value: content } = type
    ? lookupFor(`openapi/${operation.api}.yaml`).example(operation.id, 'request', example)
    : {};
  const isJson = type === 'application/json';
  return {
    id: operation.id,
    method: operation.method.toUpperCase(),
    url: server + path + (search && `?${search}`),
    ids: Object.fromEntries(ids.map(({ name, value }) => [name, value])),
    headers: {
      ...(needsToken(operation, document) && { Authorization: `Bearer ${TOKEN_PLACEHOLDER}` }),
      ...(isJson && { 'Content-Type': type }),
    },
    ...(type && {
      body: isJson ? { kind: 'json', value: content } : { kind: 'form', value: formOf(content as object) },
    }),
  };
}

const formOf = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, placeholders.get(value) ?? String(value)]),
  );

/** Maps the sandbox's credentials, which the contract's example contains, to placeholders. */
const { platform, sandbox } = environments;
const placeholders = new Map<unknown, string>([
  [sandbox.clientId, platform.clientId],
  [sandbox.clientSecret, platform.clientSecret],
]);

/** The parameters in `x-sample-parameters`, or else the required ones. A full list would hide the important ones. */
export function sampleQuery({ definition }: Operation, parameters: readonly Parameter[]): Parameter[] {
  const { 'x-sample-parameters': chosen } = definition as { 'x-sample-parameters'?: string[] };
  return parameters.filter(
    (parameter) => parameter.in === 'query' && (chosen?.includes(parameter.name) ?? parameter.required),
  );
}

/** True if the contract requires an access token. */
export function needsToken({ definition }: Operation, document: OpenApiDocument): boolean {
  return (definition.security ?? document.security ?? []).length > 0;
}

/** A parameter's value in samples: its example, or else its schema's example, or else its schema's default. */
export function exampleOfParameter(document: OpenApiDocument, parameter: Parameter): unknown {
  const schema = schemaOf(document, parameter);
  return parameter.example ?? schema?.example ?? schema?.default;
}

const schemaOf = (document: OpenApiDocument, { schema }: Parameter) =>
  schema && dereference<Schema>(document, schema as Schema);

const programs = { sh: curl, js: javascript, python, csharp, java, php };

/** Samples of an operation's request in every language. */
export function samplesOf(operation: Operation, example?: string) {
  const request = requestOf(operation, example);
  return sampleLanguages.map((sample) => ({ ...sample, code: programs[sample.language](request) }));
}
