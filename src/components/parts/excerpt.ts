import { WriterError } from '../../shared/writer-error.ts';

/** The part of a body that a path leads to, and a label such as `incomeSequences[0], 3 of 8 fields`. */
export function excerptOf(usage: string, body: unknown, at: string | undefined, only?: readonly string[]) {
  if (at === undefined) {
    throw new WriterError(
      `${usage}: "only" selects fields of the part at "at". Add at="…", or remove "only".`,
    );
  }
  const part = at.split('.').reduce((node, key) => childOf(node, key, at), body);
  const steps = at.split('.').map((key) => (Number.isInteger(Number(key)) ? `[${key}]` : `.${key}`));
  const label = steps.join('').slice(steps[0]?.startsWith('.') ? 1 : 0);
  if (!only) return { value: part, label };
  const fields = Object.keys((part ?? {}) as object);
  return {
    value: Object.fromEntries(only.map((key) => [key, childOf(part, key, `${at}.${key}`)])),
    label: only.length < fields.length ? `${label}, ${only.length} of ${fields.length} fields` : label,
  };

  function childOf(node: unknown, key: string, path: string): unknown {
    const object = (node ?? {}) as Record<string, unknown>;
    if (typeof node !== 'object' || !(key in object)) {
      const names = Object.keys(object).join(', ') || 'none';
      throw new WriterError(`${usage}: the example has no "${path}". Fields: ${names}.`);
    }
    return object[key];
  }
}
