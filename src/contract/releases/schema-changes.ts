import { dereference, referenceName } from '../lookup.ts';
import type { OpenApiDocument } from '../model.ts';

/** The keywords of a schema that are compared. */
export interface AnySchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  'x-extensible'?: boolean;
  minimum?: number;
  minLength?: number;
  minItems?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, AnySchema>;
  required?: string[];
  items?: AnySchema;
  additionalProperties?: boolean | AnySchema;
}

interface Context {
  before: OpenApiDocument;
  after: OpenApiDocument;
  /** Whether clients send what the schema describes, or receive it. */
  use: 'sent' | 'received';
}

/** Describes the changes of a schema that break clients, each with its place. */
export function breakingSchemaChanges(
  context: Context,
  before: AnySchema,
  after: AnySchema,
  where: string,
  seen: readonly string[] = [],
): string[] {
  const name = referenceName(before);
  if (name && seen.includes(name)) return [];
  const path = name ? [...seen, name] : seen;
  const old = dereference<AnySchema>(context.before, before as never);
  const now = dereference<AnySchema>(context.after, after as never);
  return [
    ...typeChanges(context, old, now, where),
    ...valueChanges(context, old, now, where),
    ...(context.use === 'sent' ? limitChanges(old, now, where) : []),
    ...fieldChanges(context, old, now, where, path),
    ...(old.items && now.items
      ? breakingSchemaChanges(context, old.items, now.items, `${where}[]`, path)
      : []),
  ];
}

/** A request may accept more types than before, and a response may return fewer. */
function typeChanges({ use }: Context, old: AnySchema, now: AnySchema, where: string): string[] {
  const [olds, nows] = [[old.type ?? []].flat(), [now.type ?? []].flat()];
  const [all, some] = use === 'sent' ? [nows, olds] : [olds, nows];
  if (!some.every((type) => all.includes(type) || (type === 'integer' && all.includes('number')))) {
    return [`${where} is ${nows.join(' or ')} instead of ${olds.join(' or ')}`];
  }
  return (['format', 'pattern', 'const'] as const)
    .filter((key) => old[key] !== now[key] && !(use === 'sent' && now[key] === undefined))
    .filter((key) => !(use === 'received' && old[key] === undefined))
    .map((key) => `${where} has ${describe(key, now[key])} instead of ${describe(key, old[key])}`);
}

const describe = (key: string, value: unknown) =>
  value === undefined ? `no ${key}` : `the ${key} ${String(value)}`;

function valueChanges({ use }: Context, old: AnySchema, now: AnySchema, where: string): string[] {
  if (old.enum && !now.enum) return use === 'sent' ? [] : [`${where} has no list of values anymore`];
  if (!old.enum && now.enum) return use === 'sent' ? [`${where} has a list of values now`] : [];
  const removed = (old.enum ?? []).filter((value) => !now.enum?.includes(value));
  const added = (now.enum ?? []).filter((value) => !old.enum?.includes(value));
  return [
    ...removed.map((value) => `${where} has lost the value ${String(value)}`),
    ...(use === 'received' && !old['x-extensible']
      ? added.map((value) => `${where} has the new value ${String(value)}`)
      : []),
  ];
}

/** Limits that reject requests that were valid before. */
function limitChanges(old: AnySchema, now: AnySchema, where: string): string[] {
  const least = (['minimum', 'minLength', 'minItems'] as const).filter(
    (key) => (now[key] ?? -Infinity) > (old[key] ?? -Infinity),
  );
  const most = (['maximum', 'maxLength', 'maxItems'] as const).filter(
    (key) => (now[key] ?? Infinity) < (old[key] ?? Infinity),
  );
  return [...least, ...most].map((key) => `${where} has the ${key} ${now[key]}`);
}

function fieldChanges(
  context: Context,
  old: AnySchema,
  now: AnySchema,
  where: string,
  seen: readonly string[],
): string[] {
  const { use } = context;
  const [olds, nows] = [old.properties ?? {}, now.properties ?? {}];
  const [was, is] = [old.required ?? [], now.required ?? []];
  const closed = now.additionalProperties === false && old.additionalProperties !== false;
  return [
    ...Object.keys(olds)
      .filter((field) => !(field in nows))
      .map((field) => `${where}.${field} is gone`),
    ...(use === 'sent'
      ? is.filter((field) => !was.includes(field)).map((field) => `${where}.${field} is now required`)
      : was
          .filter((field) => field in nows && !is.includes(field))
          .map((field) => `${where}.${field} may be absent now`)),
    ...(use === 'sent' && closed ? [`${where} rejects other fields now`] : []),
    ...Object.entries(olds)
      .filter(([field]) => nows[field])
      .flatMap(([field, schema]) =>
        breakingSchemaChanges(context, schema, nows[field]!, `${where}.${field}`, seen),
      ),
  ];
}
