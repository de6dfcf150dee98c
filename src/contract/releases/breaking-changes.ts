import { httpMethods, type OpenApiDocument, type Parameter } from '../model.ts';
import { dereference } from '../lookup.ts';
import { breakingSchemaChanges, type AnySchema } from './schema-changes.ts';

/** The parts of an operation, request body, response or parameter that are compared. */
interface Node {
  required?: boolean;
  name?: string;
  in?: string;
  schema?: AnySchema;
  content?: Record<string, { schema?: AnySchema }>;
}

interface OperationNode {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: Node;
  responses?: Record<string, Node>;
}

/**
 * Describes the changes between two versions of a contract that break clients or generated code:
 *
 * - Removed operations, webhooks, parameters, bodies, responses, schemas, fields and enum values.
 * - Changed names of operations, and changed types, formats and limits of what clients send.
 * - New required parameters and fields.
 *
 * For webhooks, the direction is reversed: clients receive the request.
 */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const changes = [
    ...serverChanges(before, after),
    ...itemChanges(before, after, 'paths'),
    ...itemChanges(before, after, 'webhooks'),
    ...gone(before.components?.schemas, after.components?.schemas).map(
      (name) => `the schema ${name} is gone`,
    ),
  ];
  return [...new Set(changes)];
}

function serverChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const [old, now] = [before, after].map(({ servers }) => servers?.[0]?.url);
  return old === now ? [] : [`the server is ${now} instead of ${old}`];
}

function itemChanges(before: OpenApiDocument, after: OpenApiDocument, kind: 'paths' | 'webhooks'): string[] {
  return Object.entries(before[kind] ?? {}).flatMap(([path, item]) =>
    httpMethods.flatMap((method) => {
      const old = (item as Record<string, OperationNode>)[method];
      if (!old) return [];
      const now = (after[kind]?.[path] as Record<string, OperationNode> | undefined)?.[method];
      const title = kind === 'paths' ? `${method.toUpperCase()} ${path}` : `webhook ${path}`;
      if (!now) return [`${title} is gone`];
      const renamed = old.operationId === now.operationId ? [] : [`is now called ${now.operationId}`];
      const changes = [
        ...renamed,
        ...parameterChanges(before, after, old, now),
        ...bodyChanges(
          before,
          after,
          old.requestBody,
          now.requestBody,
          kind === 'paths' ? 'sent' : 'received',
        ),
        ...responseChanges(before, after, old, now),
      ];
      return changes.map((change) => `${title}: ${change}`);
    }),
  );
}

function parameterChanges(
  before: OpenApiDocument,
  after: OpenApiDocument,
  old: OperationNode,
  now: OperationNode,
): string[] {
  const parametersOf = (document: OpenApiDocument, { parameters = [] }: OperationNode) =>
    new Map(
      parameters
        .map((each) => dereference<Parameter>(document, each))
        .map((each) => [`${each.in} parameter ${each.name}`, each]),
    );
  const [olds, nows] = [parametersOf(before, old), parametersOf(after, now)];
  const removed = [...olds.keys()].filter((name) => !nows.has(name)).map((name) => `the ${name} is gone`);
  const rest = [...nows].flatMap(([name, parameter]) => {
    const was = olds.get(name);
    if (parameter.required && !was?.required) return [`the ${name} is now required`];
    if (!was) return [];
    const [oldSchema, newSchema] = [was.schema as AnySchema, parameter.schema as AnySchema];
    return breakingSchemaChanges({ before, after, use: 'sent' }, oldSchema, newSchema, `the ${name}`);
  });
  return [...removed, ...rest];
}

function bodyChanges(
  before: OpenApiDocument,
  after: OpenApiDocument,
  old: Node | undefined,
  now: Node | undefined,
  use: 'sent' | 'received',
): string[] {
  if (!old) return now?.required ? ['a request body is now required'] : [];
  if (!now) return ['the request body is gone'];
  const required = now.required && !old.required ? ['the request body is now required'] : [];
  return [...required, ...contentChanges({ before, after, use }, old, now, 'the request body')];
}

function responseChanges(
  before: OpenApiDocument,
  after: OpenApiDocument,
  old: OperationNode,
  now: OperationNode,
): string[] {
  return Object.entries(old.responses ?? {}).flatMap(([status, reference]) => {
    const response = now.responses?.[status];
    if (!response) return [`the response ${status} is gone`];
    const [was, is] = [dereference<Node>(before, reference), dereference<Node>(after, response)];
    return contentChanges({ before, after, use: 'received' }, was, is, `the response ${status}`);
  });
}

function contentChanges(
  context: Parameters<typeof breakingSchemaChanges>[0],
  old: Node,
  now: Node,
  where: string,
): string[] {
  return Object.entries(old.content ?? {}).flatMap(([type, media]) => {
    const found = now.content?.[type];
    if (!found) return [`${where} as ${type} is gone`];
    return breakingSchemaChanges(context, media.schema ?? {}, found.schema ?? {}, where);
  });
}

const gone = (before: object = {}, after: object = {}) =>
  Object.keys(before).filter((name) => !(name in after));
