import { nearest } from '../../../shared/nearest.ts';
import { allowedNames } from './allowed.ts';
import type { KnownNames } from './known.ts';
import type { PageCode } from './read-code.ts';

/** A name that no contract has. */
export interface NameFault {
  file: string;
  line: number;
  name: string;
  /** What the writer may have meant. */
  suggestion: string | undefined;
}

const WORD = /^[A-Za-z_][\w-]*$/;
const CALL = /^([A-Z]+) (\/.*)$/;
const DOTTED = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;
const FUNCTION = /^(\w+)\(\)$/;
const HEADER = /^([A-Z][\w-]*): /;

/** Files of this site that are served beside the pages, and files of the project. */
const FILE = /^\/(?:openapi|postman)\/|\.(?:js|ts|py|java|cs|php|mdx?|ya?ml|json|sh)$/;

/** The names on a page that neither a contract, nor the vocabulary, nor a code sample of the page knows. */
export function checkPage({ file, marks, samples }: PageCode, known: KnownNames): NameFault[] {
  return marks.flatMap(({ text, line }) => {
    const unknown = unknownPart(text);
    return unknown === undefined ? [] : [{ file, line, name: text, suggestion: suggest(unknown) }];
  });

  /** The part of a code mark that nobody knows; `undefined` when all is well, or when it names nothing. */
  function unknownPart(text: string): string | undefined {
    if (FILE.test(text)) return undefined;
    const name = FUNCTION.exec(text)?.[1] ?? HEADER.exec(text)?.[1] ?? text;
    if (WORD.test(name)) return isKnown(name) ? undefined : name;
    if (DOTTED.test(name)) return unknownInPath(name.split('.'));
    const path = CALL.exec(name)?.[2] ?? name;
    if (!path.startsWith('/')) return undefined;
    const [address = ''] = name.split('?');
    const addresses = path === name ? known.paths : known.calls;
    return addresses.has(address) ? undefined : address;
  }

  function unknownInPath([first = '', ...rest]: string[]): string | undefined {
    const fields = fieldsOf(first);
    if (!fields) return [first, ...rest].find((part) => !isKnown(part));
    const missing = rest.find((part) => !fields.has(part));
    return missing === undefined ? undefined : `${first}.${missing}`;
  }

  /** `Transaction` is the schema, and `transaction` one of its objects. */
  function fieldsOf(object: string): ReadonlySet<string> | undefined {
    return known.fields.get(object) ?? known.fields.get(object.charAt(0).toUpperCase() + object.slice(1));
  }

  function isKnown(name: string): boolean {
    return known.words.has(name) || allowedNames.has(name) || samples.has(name);
  }

  function suggest(name: string): string | undefined {
    if (name.includes(' ')) return nearest(name, known.calls);
    if (name.startsWith('/')) return nearest(name, known.paths);
    const [schema = '', field] = name.split('.');
    const fields = field === undefined ? undefined : fieldsOf(schema);
    if (!fields) {
      const names = [...known.words, ...samples];
      return (
        nearest(
          name,
          names.filter((each) => isUpperCase(each) === isUpperCase(name)),
        ) ?? nearest(name, names)
      );
    }
    const close = nearest(field ?? '', fields);
    return close && `${schema}.${close}`;
  }
}

function isUpperCase(name: string): boolean {
  return name === name.toUpperCase();
}

/** The faults as a message for writers: page, line, name and cure. */
export function describeNameFaults(faults: readonly NameFault[]): string {
  const lines = faults.map(
    ({ file, line, name, suggestion }) =>
      `  ${file}:${line}\n    \`${name}\`${suggestion ? `; did you mean \`${suggestion}\`?` : ''}`,
  );
  return (
    `${faults.length} ${faults.length === 1 ? 'name is' : 'names are'} in no contract:\n${lines.join('\n')}\n` +
    '  Spell names as the contracts do. A name of another kind belongs into src/integrations/markdown/contract-lint/allowed.ts.'
  );
}
