import type { Field } from './fields.ts';

/** The longest example that a field's row shows. The sample shows longer ones in full. */
const MAX_LENGTH = 44;

/** An example's name as a label: `newConsent` is "New consent". */
export function exampleLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
    .replaceAll(/\bid\b/g, 'ID');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Adds values of an example body to the fields that have no example of their own. Leaves out objects, lists and long
 * values.
 */
export function withExamples(fields: readonly Field[], body: unknown): Field[] {
  return fields.map((field) => {
    const value = entryOf(body)?.[field.name];
    const text = typeof value === 'object' || value === undefined ? undefined : String(value);
    const example = field.example ?? (text && text.length <= MAX_LENGTH ? text : undefined);
    return { ...field, example, fields: withExamples(field.fields, value) };
  });
}

/** An object, or the first object of a list. */
function entryOf(value: unknown): Record<string, unknown> | undefined {
  const entry: unknown = Array.isArray(value) ? value[0] : value;
  return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : undefined;
}
