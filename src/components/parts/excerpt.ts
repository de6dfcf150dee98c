import { WriterError } from '../../shared/writer-error.ts';

/** The part of a body that a path leads to, and a label such as `incomeSequences[0], 3 of 8 fields`. */
export function excerptOf(place: string, body: unknown, at: string | undefined, only?: readonly string[]) {
  if (at === undefined) {
    throw new WriterError(
      `${place}: "only" selects fields of the part at "at". Add at="…", or remove "only".`,
    );
  }
  const whole = at.split('.').reduce((node, key) => step(node, key, at), body);
  const steps = at.split('.').map((key) => (Number.isInteger(Number(key)) ? `[${key}]` : `.${key}`));
  const label = steps.join('').slice(steps[0]?.startsWith('.') ? 1 : 0);
  if (!only) return { value: whole, label };
  const fields = Object.keys((whole ?? {}) as object);
  return {
    value: Object.fromEntries(only.map((key) => [key, step(whole, key, `${at}.${key}`)])),
    label: only.length < fields.length ? `${label}, ${only.length} of ${fields.length} fields` : label,
  };

  function step(node: unknown, key: string, path: string): unknown {
    const object = (node ?? {}) as Record<string, unknown>;
    if (typeof node !== 'object' || !(key in object)) {
      const known = Object.keys(object).join(', ') || 'none';
      throw new WriterError(`${place}: the example has no "${path}". Fields: ${known}.`);
    }
    return object[key];
  }
}
