import type { OperationId, SchemaName } from 'contract:names';
import type { OpenAPIV3_1 } from 'openapi-types';
import { nearest } from '../shared/nearest.ts';
import { WriterError } from '../shared/writer-error.ts';
import { contract, contracts } from './index.ts';
import type { Contract, OpenApiDocument, Operation, Parameter, Schema } from './model.ts';

/** Thrown if a page uses a name that isn't in any contract. */
export class UnknownNameError extends WriterError {
  constructor(page: string, kind: string, name: string, names: Iterable<string>) {
    // The name is undefined if a component's attribute is missing.
    const suggestion = nearest(String(name), names);
    super(
      `${page}: ${name ? `the contracts have no ${kind} "${name}".` : `a component needs of="…" (${kind}).`}` +
        (suggestion ? ` Did you mean "${suggestion}"?` : ` Known: ${[...names].slice(0, 12).join(', ')} …`),
    );
    this.name = 'UnknownNameError';
  }
}

/** A named example of a body. */
export interface BodyExample {
  name: string;
  summary: string;
  value: unknown;
  /** The example's object in the contract. */
  source: object;
}

/** A request or response body. */
export interface Body {
  contentType: string;
  schema: Schema | undefined;
  /** The name of the schema, or of its entries' schema. Only component schemas have a name. */
  schemaName: string | undefined;
  /** True if the body is an array of `schemaName`. */
  isList: boolean;
  examples: BodyExample[];
}

type Reference = OpenAPIV3_1.ReferenceObject;
type Message = OpenAPIV3_1.RequestBodyObject | OpenAPIV3_1.ResponseObject;

/** Looks up names in the contracts. Every error includes the page and the nearest known name. */
export function lookupFor(page: string) {
  return { contract, operation, schema, body, example };

  function contract(name: string): Contract {
    return pick('API', name, new Map(contracts().map((api) => [api.name as string, api])));
  }

  /** Finds an operation or webhook by its `operationId`. */
  function operation(id: OperationId): Operation {
    const operations = contracts().flatMap((api) => api.operations);
    return pick('operation', id, new Map(operations.map((candidate) => [candidate.id as string, candidate])));
  }

  /** A component schema from any contract. All schemas with its name are equal, or contracts couldn't be combined. */
  function schema(name: SchemaName) {
    const schemasOf = ({ document }: Contract) => document.components?.schemas ?? {};
    const owners = contracts().filter((api) => schemasOf(api)[name]);
    const names = new Set(contracts().flatMap((api) => Object.keys(schemasOf(api))));
    const [owner] = owners;
    if (!owner) throw new UnknownNameError(page, 'schema', name, names);
    return { api: owner.name, schema: schemasOf(owner)[name] as Schema, apis: owners.map((api) => api.name) };
  }

  /** The body of a request or response; `part` is `request` or a status code such as `200`. */
  function body(id: OperationId, part: string): Body {
    return pick(`body of ${id}:`, part, bodiesOf(operation(id)));
  }

  /** A named example of a body. The default is the first example. */
  function example(id: OperationId, part: string, name?: string): BodyExample {
    const { examples } = body(id, part);
    const byName = new Map(examples.map((candidate) => [candidate.name, candidate]));
    return pick(`example of ${id} ${part}`, name ?? examples[0]?.name ?? '(any)', byName);
  }

  function pick<Item>(kind: string, name: string, items: ReadonlyMap<string, Item>): Item {
    const item = items.get(name);
    if (item === undefined) throw new UnknownNameError(page, kind, name, [...items.keys()]);
    return item;
  }
}

/** The functions that {@link lookupFor} returns. */
export type Lookup = ReturnType<typeof lookupFor>;

/** Resolves a reference, if the value is one. */
export function dereference<T>(document: OpenApiDocument, value: T | Reference): T {
  if (!isReference(value)) return value;
  // In a bundle, a reference consists of `components`, a kind, and a name, none of which contain escapes.
  const [, ...keys] = value.$ref.split('/');
  const target = keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
  return dereference(document, target as T | Reference);
}

/** The name of a reference's component. */
export function referenceName(value: unknown): string | undefined {
  return isReference(value) ? value.$ref.split('/').at(-1) : undefined;
}

/** An operation's parameters, in the contract's order. `openapi/redocly.yaml` forbids parameters of a whole path. */
export function parametersOf({ api, definition: { parameters = [] } }: Operation): Parameter[] {
  const { document } = contract(api);
  return parameters.map((parameter) => dereference<Parameter>(document, parameter as Parameter));
}

/** An operation's parameters, grouped by location, such as the query. Each group has the page section that lists it. */
export function parameterSections(operation: Operation) {
  const byLocation = Map.groupBy(parametersOf(operation), (parameter) => parameter.in);
  return [...byLocation].map(([location, parameters]) => ({
    id: `${location}-parameters`,
    title: `${location.charAt(0).toUpperCase()}${location.slice(1)} parameters`,
    parameters,
  }));
}

/** Maps `request` and each response status to an operation's body. */
export const bodiesOf = ({ api, definition }: Operation) => bodiesIn(contract(api).document, definition);

/** Maps `request` and each response status to the body of an operation in any bundled document. */
export function bodiesIn(document: OpenApiDocument, definition: Operation['definition']): Map<string, Body> {
  const bodies = new Map<string, Body>();
  const parts = [['request', definition.requestBody], ...Object.entries(definition.responses ?? {})] as const;
  for (const [part, reference] of parts) {
    const message = dereference<Message | undefined>(document, reference);
    const [media] = Object.entries(message?.content ?? {});
    if (media) bodies.set(part, toBody(document, ...media));
  }
  return bodies;
}

function toBody(document: OpenApiDocument, contentType: string, media: OpenAPIV3_1.MediaTypeObject): Body {
  const schema = media.schema && dereference<Schema>(document, media.schema);
  const items = schema && 'items' in schema ? schema.items : undefined;
  return {
    contentType,
    schema,
    schemaName: referenceName(media.schema) ?? referenceName(items),
    isList: referenceName(media.schema) === undefined && items !== undefined,
    examples: Object.entries(media.examples ?? {}).map(([name, example]) => {
      const source = dereference<OpenAPIV3_1.ExampleObject>(document, example);
      return { name, summary: source.summary ?? name, value: source.value, source };
    }),
  };
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$ref' in value;
}
