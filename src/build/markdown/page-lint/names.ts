import { nearest } from '../../../shared/nearest.ts';
import type { KnownNames } from './known-names.ts';
import { didYouMean, type LintError } from './lint-error.ts';
import type { PageCode } from './page-code.ts';

const WORD = /^[A-Za-z_][\w-]*$/;
const DOTTED = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;
const ENDPOINT = /^(?:[A-Z]+ )?\//;
const FUNCTION = /^(\w+)\(\)$/;
const HEADER = /^([A-Z][\w-]*): /;

/** Files that this site serves next to its pages, and file names. */
const FILE = /^\/(?:openapi|postman)\/|\.(?:js|ts|py|java|cs|php|mdx?|ya?ml|json|sh|sql)$/;

/**
 * Finds the names on a page that neither the contracts, nor the vocabulary, nor the page's own code blocks have.
 *
 * @param vocabulary - Names that pages may use although no contract has them.
 */
export function checkNames(
  { marks, samples }: PageCode,
  { words, endpoints, fields }: KnownNames,
  vocabulary: ReadonlySet<string>,
): LintError[] {
  return marks.flatMap(({ text, line }) => {
    const unknown = unknownPart(text);
    if (unknown === undefined) return [];
    const suggestion = suggest(unknown)?.replace(/.+/, '`$&`');
    return { line, message: `no contract has \`${text}\`${didYouMean(suggestion)}` };
  });

  /** The part of a piece of inline code that is unknown; `undefined` if there is none, or if it isn't a name. */
  function unknownPart(text: string): string | undefined {
    if (FILE.test(text)) return undefined;
    const name = FUNCTION.exec(text)?.[1] ?? HEADER.exec(text)?.[1] ?? text;
    if (WORD.test(name)) return isKnown(name) ? undefined : name;
    if (DOTTED.test(name)) return unknownInPath(name.split('.'));
    const [withoutQuery = ''] = name.split('?');
    return !ENDPOINT.test(name) || endpoints.has(withoutQuery) ? undefined : withoutQuery;
  }

  function unknownInPath([first = '', ...rest]: string[]): string | undefined {
    const own = fieldsOf(first);
    if (!own) return [first, ...rest].find((part) => !isKnown(part));
    const missing = rest.find((part) => !own.has(part));
    return missing === undefined ? undefined : `${first}.${missing}`;
  }

  /** `Transaction` is the schema, and `transaction` one of its objects. */
  function fieldsOf(object: string): ReadonlySet<string> | undefined {
    return fields.get(object) ?? fields.get(object.charAt(0).toUpperCase() + object.slice(1));
  }

  function isKnown(name: string): boolean {
    return words.has(name) || vocabulary.has(name) || samples.has(name);
  }

  function suggest(name: string): string | undefined {
    if (ENDPOINT.test(name)) return nearest(name, endpoints);
    const [schema = '', field = ''] = name.split('.');
    const own = field && fieldsOf(schema);
    if (own) return nearest(field, own)?.replace(/^/, `${schema}.`);
    // `COMPLETE` is more likely to mean another constant than a field.
    const names = [...words, ...samples];
    const alike = names.filter((each) => isUpperCase(each) === isUpperCase(name));
    return nearest(name, alike) ?? nearest(name, names);
  }
}

function isUpperCase(name: string): boolean {
  return name === name.toUpperCase();
}
