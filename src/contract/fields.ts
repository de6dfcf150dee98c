import { assumptionsAt, type Assumption } from './assumptions.ts';
import type { OpenApiDocument, Parameter, Schema } from './model.ts';
import { dereference, referenceName, type Body } from './lookup.ts';

/** A value of an enum, as tables show it. */
export interface EnumValue {
  value: string;
  /** The name of a numeric value, such as `UPDATED`. */
  name: string | undefined;
  meaning: string | undefined;
}

/** The anchor of a field's value. IDs can't contain spaces, but values can. */
export const valueAnchor = (field: string, value: string) => `${field}.${value.replaceAll(' ', '-')}`;

/** A field, as tables show it. */
export interface Field {
  name: string;
  /** The path from the outermost object, such as `accountBalance.amount`. */
  path: string;
  type: string;
  required: boolean;
  nullable: boolean;
  deprecated: boolean;
  description: string;
  default: string | undefined;
  example: string | undefined;
  /** Limits in Markdown, such as `at most 500`. */
  constraints: string[];
  values: EnumValue[];
  assumptions: Assumption[];
  /** The name of the object's schema, if the schema is a component. */
  schemaName: string | undefined;
  /** The fields of the object, or of each entry of the list. */
  fields: Field[];
}

/** A schema with the extensions that tables show. */
export type AnySchema = Schema & {
  'x-enum-varnames'?: string[];
  'x-enumDescriptions'?: Record<string, string>;
};

/** The fields of an object, including the fields of nested objects. */
export function fieldsOf(
  document: OpenApiDocument,
  schema: Schema,
  above = '',
  seen: string[] = [],
): Field[] {
  const merged = mergedSchema(document, schema);
  return Object.entries(merged.properties ?? {}).map(([name, reference]) => {
    const path = above === '' ? name : `${above}.${name}`;
    const field = mergedSchema(document, reference as Schema);
    const items = itemsOf(field);
    const schemaName = nameOf(reference) ?? nameOf(items);
    const inner = items ? mergedSchema(document, items) : field;
    const recursive = schemaName !== undefined && seen.includes(schemaName);
    return {
      name,
      path,
      type: typeText(document, reference as Schema),
      required: merged.required?.includes(name) ?? false,
      nullable: typesOf(field).includes('null'),
      deprecated: field.deprecated ?? false,
      // In OpenAPI 3.1, a description beside a `$ref` overrides the schema's own description.
      description: (reference as Schema).description ?? field.description ?? '',
      default: textOf(field.default),
      example: exampleText(field.example),
      constraints: constraintsOf(field),
      values: enumValues(inner),
      assumptions: assumptionsAt(document, reference),
      schemaName,
      fields: recursive ? [] : fieldsOf(document, inner, path, schemaName ? [...seen, schemaName] : seen),
    };
  });
}

/** An operation's parameters, each as a field. `withLocation` adds it to types: `string (uuid), in the path`. */
export function parameterFields(
  document: OpenApiDocument,
  parameters: readonly Parameter[],
  withLocation = false,
): Field[] {
  return parameters.flatMap((parameter) => {
    const schema = { properties: { [parameter.name]: parameter.schema ?? {} } } as Schema;
    return fieldsOf(document, schema).map((field) => ({
      ...field,
      type: withLocation ? `${field.type}, in the ${parameter.in}` : field.type,
      required: parameter.required ?? false,
      deprecated: parameter.deprecated ?? field.deprecated,
      description: parameter.description ?? field.description,
      example: exampleText(parameter.example) ?? field.example,
      assumptions: assumptionsAt(document, parameter),
    }));
  });
}

/** The fields of a body or, if the body is a list, of its entries. Values come from the first example. */
export function fieldsOfBody(document: OpenApiDocument, { schema, schemaName, examples }: Body): Field[] {
  if (!schema) return [];
  const itemSchema = dereference<Schema>(document, itemsOf(schema) ?? schema);
  const fields = fieldsOf(document, itemSchema, '', schemaName ? [schemaName] : []);
  return withExamples(fields, examples[0]?.value);
}

/** Adds short example values to fields without one. They come from an example body or the first entry of a list. */
export function withExamples(fields: readonly Field[], body: unknown): Field[] {
  const object: unknown = Array.isArray(body) ? body[0] : body;
  return fields.map((field) => {
    const value = (object as Record<string, unknown> | undefined)?.[field.name];
    const example = field.example ?? (typeof value === 'object' ? undefined : exampleText(value));
    return { ...field, example, fields: withExamples(field.fields, value) };
  });
}

/** An enum's values, without null. */
export function enumValues(schema: Schema): EnumValue[] {
  const { 'x-enum-varnames': names, 'x-enumDescriptions': meanings } = schema as AnySchema;
  return (schema.enum ?? [])
    .filter((value) => value !== null)
    .map((value, index) => {
      const name = names?.[index];
      const meaning = meanings?.[String(value)];
      // A meaning starts with the value's name. Remove it, because the table shows the name separately.
      return { value: String(value), name, meaning: name ? meaning?.replace(`${name}. `, '') : meaning };
    });
}

/** True if a field's description already lists all of its values, such as `0 INITIALIZED`. */
export function listsValues({ description, values }: Pick<Field, 'description' | 'values'>): boolean {
  return values.every(({ value, name }) => description.includes(name ? `${value} ${name}` : `\`${value}\``));
}

/** A type as the static reference writes it, such as `string (date-time)` or `Array<Transaction>`. */
function typeText(document: OpenApiDocument, reference: Schema): string {
  const schema = mergedSchema(document, reference);
  const types = typesOf(schema).filter((type) => type !== 'null');
  const items = itemsOf(schema);
  if (items) return `Array<${nameOf(items) ?? typeText(document, items)}>`;
  const name = nameOf(reference);
  const values = schema.additionalProperties;
  if (typeof values === 'object') return `map of name to ${typeText(document, values as Schema)}`;
  if (types.includes('object') && name) return name;
  const base = types.join(' or ') || (schema.properties ? 'object' : 'any value');
  return schema.format ? `${base} (${schema.format})` : base;
}

/** A schema's limits, each in Markdown. */
export function constraintsOf(schema: Schema): string[] {
  return [
    schema.pattern && `matches \`${schema.pattern}\``,
    schema.minimum !== undefined && `at least ${grouped(schema.minimum)}`,
    schema.maximum !== undefined && `at most ${grouped(schema.maximum)}`,
    schema.exclusiveMinimum !== undefined && `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum !== undefined && `less than ${schema.exclusiveMaximum}`,
    schema.multipleOf !== undefined && `a multiple of ${schema.multipleOf}`,
    ...lengthOf(schema),
    schema.minItems !== undefined && `at least ${schema.minItems} items`,
    schema.maxItems !== undefined && `at most ${schema.maxItems} items`,
    schema.const !== undefined && `always \`${String(schema.const)}\``,
  ].filter((text) => typeof text === 'string');
}

/** Groups the digits, because nobody counts 13 of them. */
const grouped = (limit: number) => limit.toLocaleString('en', { maximumFractionDigits: 10 });

function lengthOf({ minLength = 0, maxLength }: Schema) {
  if (minLength > 0 && minLength === maxLength) return [`${minLength} characters`];
  return [
    minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ];
}

/** A schema's types, as a list. */
export const typesOf = ({ type }: Schema) => [type ?? []].flat() as string[];

/** The schema that a nullable `oneOf` or `anyOf` combines with null; `undefined` for all other schemas. */
export function nonNullSchema(schema: unknown): Schema | undefined {
  const { oneOf, anyOf } = (schema ?? {}) as Schema;
  const choices = oneOf ?? anyOf;
  const others = choices?.filter((choice) => !('type' in choice && choice.type === 'null'));
  return choices?.length === 2 && others?.length === 1 ? (others[0] as Schema) : undefined;
}

/** A schema's component name. For a nullable schema, it's the name of the schema besides null. */
const nameOf = (schema: unknown) => referenceName(schema) ?? referenceName(nonNullSchema(schema));

/** Merges a schema's references and `allOf` parts. `oneOf` with null is the nullable form of a reference. */
export function mergedSchema(document: OpenApiDocument, reference: Schema): Schema {
  const schema = dereference<Schema>(document, reference);
  const nonNull = nonNullSchema(schema);
  if (nonNull) {
    const merged = mergedSchema(document, nonNull);
    return { ...merged, ...schema, type: [...typesOf(merged), 'null'] } as Schema;
  }
  return (schema.allOf ?? []).reduce<Schema>((whole, part) => {
    const { properties, required, ...keywords } = mergedSchema(document, part as Schema);
    return {
      ...keywords,
      ...whole,
      properties: { ...properties, ...whole.properties },
      required: [...(required ?? []), ...(whole.required ?? [])],
    } as Schema;
  }, schema);
}

/** The schema of a list's entries. */
export const itemsOf = (schema: Schema) => ('items' in schema ? (schema.items as Schema) : undefined);

/** An example as a field's row shows it, on the line of the name. The sample shows longer values. */
function exampleText(value: unknown): string | undefined {
  const text = textOf(value);
  return text && text.length <= 24 ? text : undefined;
}

const textOf = (value: unknown) => (value === undefined ? undefined : String(value));
