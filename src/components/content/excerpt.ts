/** A part of a body, and how to say which part it is. */
export interface Excerpt {
  value: unknown;
  /** Such as `incomeSequences[0], 3 of 8 fields`. */
  label: string;
}

/** A part of a body that cannot be cut out, with the reason. */
export class ExcerptError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ExcerptError';
    this.stack = '';
  }
}

/**
 * Cuts a part out of a body.
 *
 * @param at - Path within it, such as `incomeSequences.0.timeConsistency`.
 * @param only - The fields to keep of the object there; all of them otherwise.
 * @throws ExcerptError when the body lacks any of it, or when `only` comes without `at`.
 */
export function excerptOf(body: unknown, at: string | undefined, only?: readonly string[]): Excerpt {
  if (at === undefined) {
    throw new ExcerptError('"only" cuts the piece that "at" names. Add at="…", or leave "only" out.');
  }
  const whole = at.split('.').reduce((node, key) => step(node, key, at), body);
  const label = at.replaceAll(/\.(\d+)/g, '[$1]');
  if (!only) return { value: whole, label };
  const fields = Object.keys((whole ?? {}) as object);
  return {
    value: Object.fromEntries(only.map((key) => [key, step(whole, key, `${at}.${key}`)])),
    label: only.length < fields.length ? `${label}, ${only.length} of ${fields.length} fields` : label,
  };
}

function step(node: unknown, key: string, path: string): unknown {
  const object = (node ?? {}) as Record<string, unknown>;
  if (typeof node !== 'object' || !(key in object)) {
    throw new ExcerptError(
      `the example has no "${path}": there is ${Object.keys(object).join(', ') || 'nothing'} and no "${key}".`,
    );
  }
  return object[key];
}
