import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { OpenApiDocument, Schema } from '../../contract/model.ts';
import { nearest } from '../../shared/nearest.ts';
import { createBackend } from '../api.ts';
import { controlsDocument } from '../controls/document.ts';
import type { SandboxResponse } from '../http.ts';
import type { ServerSettings } from '../server.ts';
import { controlCalls, type Step } from './story.ts';

/** The content of a story file. */
export interface Story {
  /** Settings, unless the command line sets them. */
  start?: Partial<ServerSettings>;
  steps: readonly Step[];
}

const object = (properties: object, required: string[] = [], description = '') => ({
  ...{ type: 'object', additionalProperties: false, properties, required, description },
});
const described = (type: string, description: string) => ({ type, description });

/** The JSON schema of story files. A step has a field for each control call, with its parameters and body fields. */
export function storySchema(): Schema {
  const { schemas = {} } = controlsDocument().components ?? {};
  const calls = controlCalls().map(({ operationId, path, summary, requestBody }) => {
    const { content } = (requestBody ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
    const { $ref = '' } = (content?.['application/json']?.schema ?? {}) as { $ref?: string };
    const { properties, required = [] } = schemas[$ref.split('/').at(-1)!] ?? {};
    const id = path.includes('{id}')
      ? { id: described('string', 'An ID, or a reference such as $consent.') }
      : {};
    return [operationId, object({ ...id, ...properties }, [...Object.keys(id), ...required], summary)];
  });
  const step = object({
    before: described('string', 'The step runs before a request for this operation.'),
    after: described('string', 'The step runs after this operation responds.'),
    nth: described('integer', 'The number of that request, from 1. The default is 1.'),
    at: described('number', "Seconds on the sandbox's clock after that moment, or after the start."),
    ...Object.fromEntries(calls),
  });
  const start = object({
    ...schemas['Settings']?.properties,
    empty: described('boolean', 'If true, the sandbox starts without the example data.'),
    webhookUrl: described('string', 'The URL of your receiver.'),
  });
  const steps = { type: 'array', items: step };
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const story = object({ $schema: { type: 'string' }, start, steps }, ['steps'], 'A story for the sandbox.');
  // Remove formats, because a reference such as $account2 doesn't match them.
  const noFormat = (key: string, value: unknown) => (key === 'format' ? undefined : value);
  return JSON.parse(JSON.stringify({ $schema, ...story }, noFormat)) as Schema;
}

/** Reads a story file. If the file is invalid, returns its mistakes as lines of text. */
export async function readStory(file: string): Promise<Story | string[]> {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return [(error as Error).message];
  }
  const schema = storySchema();
  const content = { 'application/json': { schema } };
  const post = { operationId: 'story', requestBody: { required: true, content }, responses: {} };
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: { '/': { post } } };
  const backend = createBackend(document as unknown as OpenApiDocument, { story: () => undefined }, file);
  await backend.init();
  const headers = { 'content-type': 'application/json' };
  const response = await backend.handleRequest({ method: 'POST', path: '/', headers, body: text });
  const { body } = response as SandboxResponse;
  if (!body) return JSON.parse(text) as Story;
  const known = [...JSON.stringify(schema).matchAll(/"(\w+)":\{/g)].map(([, name = '']) => name);
  const { errors } = body as { errors: Record<string, string[]> };
  return Object.entries(errors).map(([path, [message = '']]) => {
    if (message !== 'is not in the contract') return `${file}: ${path} ${message}.`;
    const name = path.split('.').at(-1)!;
    const line = text.split('\n').findIndex((each) => each.includes(`"${name}"`)) + 1;
    const near = nearest(name, known);
    return `${file}:${line}: ${path} is unknown.${near === undefined ? '' : ` Did you mean ${near}?`}`;
  });
}
