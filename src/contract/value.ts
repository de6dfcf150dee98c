import type { OperationId, SchemaName } from 'contract:names';
import { contract } from './index.ts';
import { dereference, UnknownNameError, type Lookup } from './lookup.ts';
import type { Schema } from './model.ts';

/** A contract's value as text. `of` is an `operationId`, a schema, or `Schema.field`; `at` is the path to the value. */
export function valueAt(lookup: Lookup, page: string, of: string, at: string): string {
  const refuse = (parent: unknown): never => {
    throw new UnknownNameError(page, `value in ${of}`, at, isObject(parent) ? Object.keys(parent) : []);
  };
  let node: unknown = partNamed(lookup, page, of).part;
  for (const key of at.split('.')) {
    if (!isObject(node) || !Object.hasOwn(node, key)) return refuse(node);
    node = node[key];
  }
  return isObject(node) && !Array.isArray(node) ? refuse(node) : valueText(node);
}

/** Finds an operation, a schema, or a field (`Schema.field`), and the document that contains it. */
export function partNamed(lookup: Lookup, page: string, of: string) {
  const isOperation = of.charAt(0) !== of.charAt(0).toUpperCase();
  const [name = '', ...fields] = of.split('.');
  const { api, ...match } = isOperation
    ? lookup.operation(of as OperationId)
    : lookup.schema(name as SchemaName);
  const { document } = contract(api);
  if ('definition' in match) return { document, part: match.definition };
  const part = fields.reduce<Schema>((schema, field) => {
    const properties = schema.properties ?? {};
    if (!(field in properties))
      throw new UnknownNameError(page, `field of ${name}`, field, Object.keys(properties));
    return dereference<Schema>(document, properties[field] as Schema);
  }, match.schema);
  return { document, part };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const listFormat = new Intl.ListFormat('en');
const units: Readonly<Record<string, string>> = { Y: 'year', M: 'month', W: 'week', D: 'day' };

/** Turns a value into text. Writes ISO 8601 durations in words, such as "7 days" for `P7D` and "day" for `P1D`. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return listFormat.format(value.map(valueText));
  const text = String(value);
  const count = Number(text.slice(1, -1));
  const unit = units[text.slice(-1)];
  if (!text.startsWith('P') || !unit || !Number.isInteger(count)) return text;
  return count === 1 ? unit : `${count} ${unit}s`;
}
