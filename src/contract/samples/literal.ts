/** How a programming language writes values. */
export interface Notation {
  /** Opens and closes an object. */
  object: [string, string];
  /** An object without properties. */
  emptyObject: string;
  /** Opens and closes an array. */
  array: [string, string];
  /** The space inside the brackets of an object on one line. */
  padding: string;
  /** A key with the separator before its value. */
  key: (name: string) => string;
  string: (text: string) => string;
  true: string;
  false: string;
  null: string;
  indent: string;
}

/**
 * Writes a JSON value as a literal of a programming language, over several lines.
 *
 * @param margin - The indentation of the line that it begins on.
 */
export function literal(value: unknown, notation: Notation, margin = ''): string {
  if (typeof value === 'string') return notation.string(value);
  if (value === null || value === undefined) return notation.null;
  if (typeof value === 'boolean') return value ? notation.true : notation.false;
  if (typeof value === 'number') return String(value);
  const inner = margin + notation.indent;
  if (Array.isArray(value)) {
    return lines(
      notation.array,
      '',
      value.map((each) => literal(each, notation, inner)),
      inner,
      margin,
    );
  }
  const properties = Object.entries(value).map(
    ([name, each]) => notation.key(name) + literal(each, notation, inner),
  );
  if (properties.length === 0) return notation.emptyObject;
  return lines(notation.object, notation.padding, properties, inner, margin);
}

/** Entries in brackets: on one line if there is at most one short entry, otherwise one per line. */
function lines(
  [open, close]: [string, string],
  padding: string,
  entries: string[],
  inner: string,
  margin: string,
): string {
  const [first = ''] = entries;
  if (entries.length === 0) return open + close;
  if (entries.length === 1 && !first.includes('\n') && first.length < 60) {
    return open + padding + first + padding + close;
  }
  return [open, ...entries.map((entry) => `${inner}${entry},`), margin + close].join('\n');
}

/** A string in single quotes, in which `\` and `'` are escaped. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}

/** Puts an indentation before every line but the first. */
export function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
