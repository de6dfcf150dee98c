import { readFileSync } from 'node:fs';
import { OpenAPIRouter, type Document } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import { isMap, isScalar, LineCounter, parseDocument, type Node } from 'yaml';
import type { OpenApiDocument, Schema } from '../../contract/model.ts';
import { createBackend } from '../api.ts';
import { controlsDocument } from '../controls/document.ts';
import { reasonOf, suggestion, type ValidationError } from '../reasons.ts';
import type { ServerSettings } from '../server.ts';
import { controlCalls, references, type Step } from './scenario.ts';

/** The content of a scenario file. */
export interface Scenario {
  /** Settings, unless the command line sets them. */
  start?: Partial<ServerSettings>;
  steps: readonly Step[];
}

const object = (properties: object, required: string[] = [], description = '') => ({
  ...{ type: 'object', additionalProperties: false, properties, required, description },
});
const described = (type: string, description: string) => ({ type, description });

/** The patterns of strings that contain an ID, a date, or a reference. */
const patterns: Record<string, string> = {
  uuid: `^(${references.uuid}|[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12})$`,
  date: `^(${references.date}|\\d{4}-\\d\\d-\\d\\d)$`,
};

/** The JSON schema of scenario files. A step has a field for each control call, with its parameters and body fields. */
export function scenarioSchema(platform: OpenApiDocument): Schema {
  const { schemas = {} } = controlsDocument().components ?? {};
  const calls = controlCalls().map(({ operationId = '', path, summary, requestBody }) => {
    const { content } = (requestBody ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
    const { $ref = '' } = (content?.['application/json']?.schema ?? {}) as { $ref?: string };
    const { properties, required = [] } = schemas[$ref.split('/').at(-1)!] ?? {};
    const id = path.includes('{id}')
      ? { id: { ...described('string', 'An ID, or a reference such as $consent.'), format: 'uuid' } }
      : {};
    return [
      operationId,
      object({ ...id, ...properties }, [...Object.keys(id), ...required], summary),
    ] as const;
  });
  const step = {
    ...object({
      before: described('string', 'The step runs before a request for this operation.'),
      after: described('string', 'The step runs after this operation responds.'),
      nth: { ...described('integer', 'The number of that request, from 1. The default is 1.'), minimum: 1 },
      at: {
        ...described('number', "Seconds on the sandbox's clock after that moment, or after the start."),
        minimum: 0,
      },
      ...Object.fromEntries(calls),
    }),
    anyOf: calls.map(([operationId]) => ({ required: [operationId] })),
    if: { required: ['nth'] },
    then: { anyOf: [{ required: ['before'] }, { required: ['after'] }] },
  };
  const start = object({
    ...schemas['Settings']?.properties,
    empty: described('boolean', 'If true, the sandbox starts without the example data.'),
    webhookUrl: { ...described('string', 'The URL of your receiver.'), pattern: '^https?://' },
  });
  const steps = { type: 'array', items: step };
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const scenario = object(
    { $schema: { type: 'string' }, start, steps },
    ['steps'],
    'A scenario for the sandbox.',
  );
  const router = new OpenAPIRouter({ definition: platform as Document });
  const operations = router.getOperations().map(({ operationId }) => operationId);
  return JSON.parse(JSON.stringify({ $schema, ...scenario }), (key, value: unknown) => {
    if (['before', 'after', 'operationId'].includes(key)) return { ...(value as Schema), enum: operations };
    const { format, ...field } = (value ?? {}) as Schema;
    // A reference such as $account2 has no format.
    return format === undefined
      ? value
      : { ...field, ...(patterns[format] && { pattern: patterns[format] }) };
  }) as Schema;
}

/** Reads a scenario file. If the file is invalid, returns its mistakes as lines of text. */
export async function readScenario(file: string, platform: OpenApiDocument): Promise<Scenario | string[]> {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return [`--scenario ${file}: ${code === 'ENOENT' ? 'file not found' : message}.`];
  }
  // Windows PowerShell writes UTF-16, or UTF-8 with a byte order mark. TextDecoder drops the mark.
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);
  // JSON is also YAML, and the YAML parser knows the line of each value.
  const lines = new LineCounter();
  const scenario = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset = 0) => `${file}:${lines.linePos(offset).line}:`;
  const [mistake] = scenario.errors;
  if (mistake) return [`${at(mistake.pos[0])} The file isn't valid JSON. ${mistake.message}.`];
  if (!isMap(scenario.contents)) return [`${at()} The file must contain an object with steps.`];

  const schema = scenarioSchema(platform);
  const content: unknown = scenario.toJS();
  const errors = await errorsIn(content, schema);
  if (errors.length === 0) return content as Scenario;
  return errors.map((error) => {
    const path = error.instancePath.split('/').slice(2);
    const unknown = error.params['additionalProperty'] as string | undefined;
    const node = scenario.getIn(path, true);
    const pair = isMap(node) && node.items.find(({ key }) => isScalar(key) && key.value === unknown);
    const wrongNode = (pair ? pair.key : node) as Node | undefined;
    const name = [...path, unknown].filter((part) => part !== undefined).join('.') || 'The scenario';
    return `${at(wrongNode?.range?.[0])} ${name} ${errorMessage(error, String(scenario.getIn(path)))}`;
  });
}

/** The errors in a scenario, without those that only repeat another one. */
async function errorsIn(scenario: unknown, schema: Schema): Promise<readonly ValidationError[]> {
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const post = { operationId: 'scenario', requestBody, responses: {} };
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: { '/': { post } } };
  const backend = createBackend(document as unknown as OpenApiDocument, { scenario: () => undefined }, '');
  await backend.init();
  const request = { method: 'POST', path: '/', headers: {}, body: scenario };
  const errors = backend.validator.validateRequest(request, 'scenario').errors ?? [];
  const misspelled = errors.filter(({ keyword }) => keyword === 'additionalProperties');
  return errors.filter(({ keyword, instancePath, schemaPath }) => {
    const above = schemaPath.split('/').slice(0, -1);
    const isRepeated = keyword === 'anyOf' && misspelled.some((error) => error.instancePath === instancePath);
    return !above.includes('anyOf') && !above.includes('then') && !isRepeated;
  });
}

/** What is wrong with a value, and the nearest name. */
function errorMessage(error: ValidationError, value: string): string {
  const { keyword, params } = error;
  const near = (candidates: Iterable<string>) => suggestion(value, candidates) || '.';
  const messages: Record<string, () => string> = {
    enum: () => `is ${value}, which is unknown${near(params['allowedValues'] as string[])}`,
    anyOf: () => 'contains no control call.',
    if: () => 'needs before or after, because it contains nth.',
  };
  if (keyword === 'pattern' && Object.values(patterns).includes(String(params['pattern'])))
    return `is ${value}, which is neither an ID, a date, nor a reference${near(['$consent', '$account', '$transaction', '$today', '$newest'])}`;
  const reason = messages[keyword]?.() ?? reasonOf(error);
  return /[.?]$/.test(reason) ? reason : `${reason}.`;
}
