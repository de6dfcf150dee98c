import { snippetz } from '@scalar/snippetz';
import { sampleLanguages } from '../config/languages.ts';
import { sampleMakers, TOKEN_PLACEHOLDER } from '../config/samples.ts';
import { contract } from './index.ts';
import { bodiesOf, dereference, parametersOf, type Body } from './lookup.ts';
import type { OpenApiDocument, Operation, Parameter, Schema } from './model.ts';

/** A request in one programming language. */
export interface Sample {
  /** The language's name in tabs. */
  label: string;
  /** The language's ID for syntax highlighting. */
  language: string;
  code: string;
}

/**
 * Samples of an operation's request in every language, with values from the contract's examples.
 *
 * @param example - The name of a request example. Default: the first one.
 */
export function samplesOf(operation: Operation, example?: string): Sample[] {
  const request = requestOf(operation, example);
  return sampleLanguages.map(({ label, language }) => {
    const { target, client, before = '', after = '' } = sampleMakers[language];
    const call = snippetz().print(target, client, request) ?? '';
    return {
      label,
      language,
      code: before + (language === 'java' ? withReadableBody(call) : call) + after,
    };
  });
}

/** The request body in the library's Java samples: a byte stream, which would also fit a file. */
const BYTES =
  /^java\.io\.ByteArrayOutputStream body = .*\nbody\.write\((".*")\.getBytes\(java\.nio\.charset\.StandardCharsets\.UTF_8\)\);$/m;

/** Replaces the byte stream in Java with a body that is easy to read and change: a text block for JSON, or a string. */
function withReadableBody(java: string): string {
  const [bytes, literal] = BYTES.exec(java) ?? [];
  if (!bytes || !literal) return java;
  const text = JSON.parse(literal) as string;
  const body = text.startsWith('{') || text.startsWith('[') ? textBlock(JSON.parse(text)) : literal;
  return java
    .replace(bytes, () => `String body = ${body};`)
    .replace('ofByteArray(body.toByteArray())', 'ofString(body)');
}

function textBlock(value: unknown): string {
  const lines = JSON.stringify(value, null, 2).replaceAll('\\', '\\\\').split('\n');
  return ['"""', ...lines, '"""'].join('\n  ');
}

/** The request in HTTP Archive format, which the snippet library takes. */
function requestOf(operation: Operation, example: string | undefined) {
  const { document, server } = contract(operation.api);
  const parameters = parametersOf(operation);
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, parameter) =>
        text.replace(`{${parameter.name}}`, encodeURIComponent(shownValue(document, parameter))),
      operation.path,
    );
  const body = bodiesOf(operation).get('request');
  const value = body && exampleOfBody(operation, body, example);
  return {
    method: operation.method.toUpperCase(),
    url: server + path,
    queryString: sampleQuery(operation, parameters).map((parameter) => ({
      name: parameter.name,
      value: shownValue(document, parameter),
    })),
    headers: [
      ...(needsToken(operation, document)
        ? [{ name: 'Authorization', value: `Bearer ${TOKEN_PLACEHOLDER}` }]
        : []),
      ...(body ? [{ name: 'Content-Type', value: body.contentType }] : []),
    ],
    ...(body && { postData: postData(body.contentType, value) }),
    cookies: [],
    headersSize: -1,
    bodySize: -1,
    httpVersion: 'HTTP/1.1',
  };
}

function exampleOfBody(operation: Operation, { examples }: Body, name: string | undefined): unknown {
  const found = name === undefined ? examples[0] : examples.find((each) => each.name === name);
  if (name !== undefined && !found) {
    const known = examples.map((each) => each.name).join(', ');
    throw new Error(`The request of ${operation.id} has no example "${name}"; it has ${known}.`);
  }
  return found?.value;
}

/**
 * The query parameters that a sample shows: those in the contract's `x-sample-parameters`, or else the required ones.
 * Showing all of them would hide those that matter.
 */
export function sampleQuery({ definition }: Operation, parameters: readonly Parameter[]): Parameter[] {
  const { 'x-sample-parameters': chosen } = definition as { 'x-sample-parameters'?: string[] };
  return parameters.filter(
    (parameter) => parameter.in === 'query' && (chosen?.includes(parameter.name) ?? parameter.required),
  );
}

function postData(mimeType: string, value: unknown) {
  if (mimeType !== 'application/x-www-form-urlencoded') return { mimeType, text: JSON.stringify(value) };
  const params = Object.entries((value ?? {}) as Record<string, unknown>).map(([name, each]) => ({
    name,
    value: String(each),
  }));
  return { mimeType, params };
}

/** Whether an operation needs an access token. */
export function needsToken({ definition }: Operation, document: OpenApiDocument): boolean {
  return (definition.security ?? document.security ?? []).length > 0;
}

const shownValue = (document: OpenApiDocument, parameter: Parameter) =>
  String(exampleOf(document, parameter) ?? `{${parameter.name}}`);

/** A value for a parameter from the contract: its example, its schema's example, or the default. */
export function exampleOf(document: OpenApiDocument, parameter: Parameter): unknown {
  const schema = parameter.schema && dereference<Schema>(document, parameter.schema as Schema);
  return parameter.example ?? schema?.example ?? schema?.default;
}
