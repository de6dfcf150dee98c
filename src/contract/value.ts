import { contract } from './index.ts';
import { dereference, UnknownNameError, type Lookup } from './lookup.ts';
import type { Schema } from './model.ts';

/**
 * A single value of a contract as a string: a limit, a default, a constant.
 *
 * @param of - An `operationId`, a schema, or `Schema.field`.
 * @param at - The path within it, such as `x-rate-limit.limit` or `default`.
 * @throws UnknownNameError when the contracts have no such value.
 */
export function valueAt(lookup: Lookup, page: string, of: string, at: string): string {
  const refuse = (known: unknown): never => {
    throw new UnknownNameError(page, `value in ${of}`, at, isObject(known) ? Object.keys(known) : []);
  };
  let node: unknown = startOf(lookup, page, of);
  for (const key of at.split('.')) {
    if (!isObject(node) || !Object.hasOwn(node, key)) return refuse(node);
    node = node[key];
  }
  return isObject(node) && !Array.isArray(node) ? refuse(node) : valueText(node);
}

function startOf(lookup: Lookup, page: string, of: string): unknown {
  if (/^[a-z]/.test(of)) return lookup.operation(of).definition;
  const [name = '', ...fields] = of.split('.');
  const { schema, api } = lookup.schema(name);
  return fields.reduce<Schema>((object, field) => {
    const properties = object.properties ?? {};
    if (!(field in properties))
      throw new UnknownNameError(page, `field of ${name}`, field, Object.keys(properties));
    return dereference<Schema>(contract(api).document, properties[field] as Schema);
  }, schema);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const list = new Intl.ListFormat('en');

const units = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const;

/** A value as a string, with ISO 8601 durations in words: `P7D` is "7 days", `P1D` is "day". */
export function valueText(value: unknown): string {
  const duration = typeof value === 'string' ? /^P(\d+)([YMWD])$/.exec(value) : null;
  if (!duration) return Array.isArray(value) ? list.format(value.map(valueText)) : String(value);
  const unit = units[duration[2] as keyof typeof units];
  return duration[1] === '1' ? unit : `${duration[1]} ${unit}s`;
}
