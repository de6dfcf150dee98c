import { isDeepStrictEqual } from 'node:util';
import type { ApiName } from '../config/apis.ts';
import { nearest } from '../shared/nearest.ts';
import { contract, contracts } from './index.ts';
import type { Contract, OpenApiDocument, Operation, Parameter, Schema } from './model.ts';
import { WriterError } from '../shared/writer-error.ts';

/** The `operationId` of an operation or webhook, such as `createConsent`. The build checks it on each page. */
export type OperationId = string;

/** The name of a component schema, such as `Consent`. The build checks it on each page. */
export type SchemaName = string;

/** A page uses a name that no contract has. */
export class UnknownNameError extends WriterError {
  constructor(page: string, kind: string, name: string, known: Iterable<string>) {
    const suggestion = nearest(name, known);
    super(
      `${page}: the contracts have no ${kind} "${name}".` +
        (suggestion ? ` Did you mean "${suggestion}"?` : ` Known: ${[...known].slice(0, 12).join(', ')} …`),
    );
    this.name = 'UnknownNameError';
  }
}

/** A schema of a contract, by its name. */
export interface NamedSchema {
  name: string;
  /** The first contract that has it. */
  api: ApiName;
  schema: Schema;
  /** Every contract that has it, or the one that the caller chose. */
  apis: ApiName[];
}

/** One named example of a body. */
export interface BodyExample {
  name: string;
  summary: string;
  value: unknown;
}

/** The body of a request or response. */
export interface Body {
  contentType: string;
  schema: Schema | undefined;
  /** The name of the schema, if it is a component. */
  schemaName: string | undefined;
  /** Whether the body is an array of `schemaName`. */
  isList: boolean;
  examples: BodyExample[];
}

interface Reference {
  $ref: string;
}

/**
 * Lookups in the contracts for a page. An error names the page and suggests the nearest known name.
 *
 * @param page - The page's source file or URL, for messages.
 */
export function lookupFor(page: string) {
  const fail = (kind: string, name: string, known: Iterable<string>): never => {
    throw new UnknownNameError(page, kind, name, known);
  };

  return {
    /** The contract of an API. */
    contract(name: string): Contract {
      const all = contracts();
      return (
        all.find((each) => each.name === name) ??
        fail(
          'API',
          name,
          all.map((each) => each.name),
        )
      );
    },

    /** An operation or webhook by its `operationId`. */
    operation(id: OperationId): Operation {
      const all = contracts().flatMap(({ operations }) => operations);
      return all.find((operation) => operation.id === id) ?? fail('operation', id, operationIds());
    },

    /** A component schema. Give `api` if contracts have different schemas of that name. */
    schema(name: SchemaName, api?: string): NamedSchema {
      const found = contracts()
        .filter((each) => api === undefined || each.name === api)
        .flatMap((each) => {
          const schema = each.document.components?.schemas?.[name];
          return schema ? [{ api: each.name, schema: schema as Schema }] : [];
        });
      const [first] = found;
      if (!first) return fail(api === undefined ? 'schema' : `schema of ${api}:`, name, schemaNames(api));
      if (found.some(({ schema }) => !isDeepStrictEqual(schema, first.schema))) {
        throw new Error(
          `${page}: the schema "${name}" differs between ${found.map((each) => each.api).join(' and ')}. ` +
            `Say which one you mean: api="${first.api}".`,
        );
      }
      return { name, ...first, apis: found.map((each) => each.api) };
    },

    /** The body of the request or of a response: `part` is `request` or a status such as `200`. */
    body(id: string, part: string): Body {
      const operation = this.operation(id);
      const bodies = bodiesOf(operation);
      return bodies.get(part) ?? fail(`body of ${id}:`, part, [...bodies.keys()]);
    },

    /** A named example of a body, or the first one if no name is given. */
    example(id: string, part: string, name?: string): BodyExample {
      const { examples } = this.body(id, part);
      const found = name === undefined ? examples[0] : examples.find((each) => each.name === name);
      return (
        found ??
        fail(
          `example of ${id} ${part}`,
          name ?? '(any)',
          examples.map((each) => each.name),
        )
      );
    },
  };
}

export type Lookup = ReturnType<typeof lookupFor>;

/** The IDs of all operations and webhooks of all contracts. */
export function operationIds(): OperationId[] {
  return contracts().flatMap(({ operations }) => operations.map(({ id }) => id));
}

/** The names of all component schemas, of all contracts or of one. */
export function schemaNames(api?: string): SchemaName[] {
  const some = contracts().filter(({ name }) => api === undefined || name === api);
  return [...new Set(some.flatMap(({ document }) => Object.keys(document.components?.schemas ?? {})))];
}

/** Resolves a reference within its document. Returns any other value unchanged. */
export function dereference<T>(document: OpenApiDocument, value: T | Reference): T {
  if (!isReference(value)) return value;
  const target = value.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[unescapePointer(key)], document);
  return dereference(document, target as T | Reference);
}

/** The name of the component that a value refers to, if it is a reference. */
export function referenceName(value: unknown): string | undefined {
  return isReference(value) ? value.$ref.split('/').at(-1) : undefined;
}

/** An operation's parameters, in the contract's order. A rule in openapi/redocly.yaml forbids them on paths. */
export function parametersOf({ api, definition }: Operation): Parameter[] {
  const { document } = contract(api);
  return (definition.parameters ?? []).map((each) => dereference<Parameter>(document, each as Parameter));
}

/** Every body of an operation, keyed by `request` or by status. */
export function bodiesOf({ api, definition }: Operation): Map<string, Body> {
  const { document } = contract(api);
  const bodies = new Map<string, Body>();
  const request = definition.requestBody && dereference<Content>(document, definition.requestBody as Content);
  const parts = Object.entries(definition.responses ?? {}).map(
    ([status, response]) => [status, dereference<Content>(document, response as Content)] as const,
  );
  for (const [part, content] of [...(request ? [['request', request] as const] : []), ...parts]) {
    const [media] = Object.entries(content.content ?? {});
    if (media) bodies.set(part, toBody(document, ...media));
  }
  return bodies;
}

interface Content {
  content?: Record<string, MediaType>;
}

interface MediaType {
  schema?: Schema | Reference;
  examples?: Record<string, { summary?: string; value?: unknown } | Reference>;
}

function toBody(document: OpenApiDocument, contentType: string, media: MediaType): Body {
  const schema = media.schema && dereference<Schema>(document, media.schema);
  const items = schema && 'items' in schema ? schema.items : undefined;
  return {
    contentType,
    schema,
    schemaName: referenceName(media.schema) ?? referenceName(items),
    isList: referenceName(media.schema) === undefined && items !== undefined,
    examples: Object.entries(media.examples ?? {}).map(([name, example]) => {
      const { summary = name, value } = dereference<{ summary?: string; value?: unknown }>(document, example);
      return { name, summary, value };
    }),
  };
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

function unescapePointer(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}
