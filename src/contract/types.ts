import { contracts } from './index.ts';
import type { Schema } from './model.ts';

/**
 * Declares the contracts' names as types of the module `contract:names`, so that the compiler reports code that a renamed
 * operation, schema, field, or value leaves behind.
 */
export function namesAsTypes(): string {
  const operations = contracts().flatMap((api) => api.operations);
  const schemas = contracts().flatMap(({ document }) =>
    Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>),
  );
  const fields = schemas.map(([name, schema]) => [name, Object.keys(schema.properties ?? {})] as const);
  const values = schemas.map(([name, schema]) => [name, schema.enum ?? []] as const);
  return `declare module 'contract:names' {
  /** The \`operationId\` of a webhook. */
  export type WebhookId = ${union(operations.flatMap(({ kind, id }) => (kind === 'webhook' ? id : [])))};
  /** The \`operationId\` of an operation or webhook. */
  export type OperationId = WebhookId | ${union(operations.map(({ id }) => id))};
  /** The name of a component schema. */
  export type SchemaName = ${union(schemas.map(([name]) => name))};
  /** The names of a schema's fields. */
  export interface Fields ${record(fields)}
  /** The values of an enum. */
  export interface Values ${record(values)}
}
`;
}

const union = (names: readonly unknown[]) => names.map((name) => JSON.stringify(name)).join(' | ');

/** Contracts share schemas. Two schemas with one name are equal, or the contracts couldn't be combined. */
function record(entries: readonly (readonly [name: string, members: readonly unknown[]])[]): string {
  const types = [...new Map(entries)].filter(([, members]) => members.length > 0);
  return `{ ${types.map(([name, members]) => `${JSON.stringify(name)}: ${union(members)};`).join(' ')} }`;
}
