import { contracts } from '../../contract/index.ts';
import { enumValues, fieldsOf, type EnumValue, type Field } from '../../contract/fields.ts';
import type { Schema } from '../../contract/model.ts';

/** The shapes of all bodies except those of deprecated APIs, as TypeScript types with one schema per line. */
export function shapes(): string {
  const lines = new Map<string, string>();
  for (const { document, deprecated } of contracts())
    if (!deprecated)
      for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
        const shape = shapeOf(fieldsOf(document, schema), schema);
        if (shape !== undefined) lines.set(name, `type ${name} = ${shape};`);
      }
  return [...lines.values()].join('\n');
}

/** A schema with neither fields nor values gets no line: fields use its plain type. */
function shapeOf(fields: readonly Field[], schema: Schema): string | undefined {
  if (fields.length > 0) return `{ ${fields.map(fieldText).join('; ')} }`;
  const values = enumValues(schema);
  return values.length > 0 ? union(values) : undefined;
}

function union(values: readonly EnumValue[]): string {
  return values.map(({ value, name }) => (name ? `${value} /* ${name} */` : `'${value}'`)).join(' | ');
}

function fieldText(field: Field): string {
  const assumed = field.assumptions.length > 0 ? ' /* assumed */' : '';
  return `${field.name}${field.required ? '' : '?'}: ${typeOf(field)}${field.nullable ? ' | null' : ''}${assumed}`;
}

/** A field's type: the name of its schema, or its format, which says more than `string`. */
function typeOf({ type, schemaName, fields, values }: Field): string {
  if (schemaName && (fields.length > 0 || values.length > 0))
    return type.startsWith('Array') ? `${schemaName}[]` : schemaName;
  if (values.length > 0) return union(values);
  return type
    .replace(/^map of name to (.+)$/, 'Record<string, $1>')
    .replace(/Array<(.+?)>/, '$1[]')
    .replace(/\w+ \(([\w-]+)\)/, '$1')
    .replace(/^[A-Z]\w+$/, 'object');
}
