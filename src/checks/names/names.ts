import { distance } from 'fastest-levenshtein';
import { environments } from '../../config/samples.ts';
import { isElement, lineOf, type LintError, type ParsedPage } from '../../content/mdx.ts';
import { didYouMean, nearest } from '../../shared/nearest.ts';
import { oneLine } from '../../shared/one-line.ts';
import type { KnownNames } from './known-names.ts';

type Node = ParsedPage['nodes'][number];

/** A piece of code or text on a page. */
interface Piece {
  text: string;
  line: number;
}

const IDENTIFIER = /[A-Za-z_$][\w$]*/g;
const WORD = /^[A-Za-z_][\w-]*$/;
const DOTTED = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;
const ENDPOINT = /^(?:[A-Z]+ )?\//;
const FUNCTION = /^(\w+)\(\)$/;
const HEADER = /^([A-Z][\w-]*): /;

/** Matches file names, and the paths of files that the site serves besides its pages. */
const FILE = /^\/(?:openapi|postman)\/|\.(?:js|ts|py|java|cs|php|mdx?|ya?ml|json|sh|sql)$/;

const INLINE_CODE = /`([^`]+)`/g;
/** Matches a call in text, and a call in code, where the path follows the method or the platform's host. */
const CALL = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w{}/-]*/g;
const HOSTS = Object.values(environments).map(({ host }) => RegExp.escape(host));
const CALL_IN_CODE = new RegExp(
  String.raw`(?:\b(?<method>GET|POST|PUT|PATCH|DELETE)[\s"'\`,(]{1,5}(?:\$\{\w+\})?|${HOSTS.join('|')})` +
    String.raw`(?<path>(?:\/(?:\$?\{[^}]*\}|\$\w+|<\w+>|[\w%-])+)+)`,
  'g',
);
/** Placeholders in a path: `${consentId}`, `{consent_id}`, `$id`, `<id>`, or a UUID. */
const VALUE = /\$?\{[^}]*\}|\$\w+|<\w+>|[0-9a-f]{8}-[0-9a-f-]{27}/gi;

/** Places where code contains API names: strings, properties, keys, and URL parameters. */
const NAME_IN_CODE =
  /(["'`])(?<text>[A-Za-z_][\w-]*)\1|\.(?<property>[A-Za-z_]\w*)|(?:^|[{,])[ \t]*(?<key>[A-Za-z_]\w*)(?=\??:\s)|[?&](?<parameter>[A-Za-z_]\w*)=/gm;
const COMPOUND = /[a-z][A-Z]|[a-z]_[a-z]/;

/** Creates the function that finds unknown names on a page and counts its names. */
export function nameChecker({ words, others, endpoints, fields }: KnownNames) {
  const compounds = [...words].filter((word) => COMPOUND.test(word));
  const paths = new Map([...endpoints].map((endpoint) => [endpoint.replace(VALUE, '{}'), endpoint]));

  return (page: ParsedPage): { errors: LintError[]; count: number } => {
    const blocks = page.nodes.filter((node) => node.type === 'code');
    const samples = new Set(blocks.flatMap(({ value }) => value.match(IDENTIFIER) ?? []));
    const pieces = page.nodes.flatMap((node) => piecesOf(node, page.source));
    const errors = [
      ...pieces.flatMap((piece) => textErrors(piece, samples)),
      ...blocks.flatMap((block) => codeErrors(block.value, lineOf(block))),
    ];
    return { errors, count: pieces.length };
  };

  function textErrors({ text, line }: Piece, samples: ReadonlySet<string>): LintError[] {
    const isKnown = (name: string) => words.has(name) || others.has(name) || samples.has(name);
    const unknown = unknownPart(text, isKnown);
    return unknown === undefined ? [] : [unknownName(text, suggest(unknown, samples), line)];
  }

  /** The unknown part of inline code; `undefined` if all parts are known or the code isn't a name. */
  function unknownPart(text: string, isKnown: (name: string) => boolean): string | undefined {
    if (FILE.test(text)) return undefined;
    const name = FUNCTION.exec(text)?.[1] ?? HEADER.exec(text)?.[1] ?? text;
    if (WORD.test(name)) return isKnown(name) ? undefined : name;
    if (DOTTED.test(name)) {
      const [first = '', ...path] = name.split('.');
      const fieldNames = schemaFields(first);
      if (!fieldNames) return [first, ...path].find((part) => !isKnown(part));
      const unknown = path.find((part) => !fieldNames.has(part));
      return unknown === undefined ? undefined : `${first}.${unknown}`;
    }
    const [withoutQuery = ''] = name.split('?');
    return !ENDPOINT.test(name) || endpoints.has(withoutQuery) ? undefined : withoutQuery;
  }

  /** Looks up a schema's fields. Pages write `Transaction` for the schema and `transaction` for an object. */
  function schemaFields(object: string): ReadonlySet<string> | undefined {
    return fields.get(object) ?? fields.get(object.charAt(0).toUpperCase() + object.slice(1));
  }

  function suggest(name: string, samples: ReadonlySet<string>): string | undefined {
    if (ENDPOINT.test(name)) return nearest(name, endpoints);
    const [schema = '', field = ''] = name.split('.');
    const fieldNames = field && schemaFields(schema);
    if (fieldNames) {
      const meant = nearest(field, fieldNames);
      return meant && `${schema}.${meant}`;
    }
    // `COMPLETE` is more likely a constant than a field.
    const names = [...words, ...samples];
    const sameCase = names.filter((candidate) => isUpperCase(candidate) === isUpperCase(name));
    return nearest(name, sameCase) ?? nearest(name, names);
  }

  /** Code also defines its own names, so this reports only near misses of contract names, and wrong platform paths. */
  function codeErrors(code: string, line: number): LintError[] {
    const lineAt = (index: number) => line + code.slice(0, index).split('\n').length;
    const names = [...code.matchAll(NAME_IN_CODE)].flatMap(({ groups = {}, index }) => {
      const name = groups['text'] ?? groups['property'] ?? groups['key'] ?? groups['parameter'] ?? '';
      if (!COMPOUND.test(name) || words.has(name) || others.has(name)) return [];
      const meant = nearest(name, compounds);
      const isTypo = meant && distance(name.toLowerCase(), meant.toLowerCase()) <= (name.length < 8 ? 1 : 2);
      return isTypo ? [unknownName(name, meant, lineAt(index))] : [];
    });
    const calls = [...code.matchAll(CALL_IN_CODE)].flatMap(({ groups = {}, index }) => {
      const { method, path = '' } = groups;
      const prefix = method ? `${method} ` : '';
      const call = prefix + path.replace(VALUE, '{}');
      if (paths.has(call)) return [];
      return [unknownName(prefix + path, paths.get(nearest(call, paths.keys()) ?? ''), lineAt(index))];
    });
    return [...names, ...calls];
  }
}

/** Finds inline code, and API calls in any other text that readers see or hear, including diagrams. */
function piecesOf(node: Node, source: string): Piece[] {
  if (node.type === 'code' || node.type === 'yaml') return [];
  if (node.type === 'inlineCode') return [{ text: oneLine(node.value), line: lineOf(node) }];
  let offset = node.position?.start.offset ?? 0;
  if (!isElement(node)) return matchesIn('value' in node ? node.value : 'alt' in node ? node.alt : '', CALL);
  return node.attributes.flatMap(({ value }) =>
    typeof value === 'string'
      ? [...matchesIn(value, INLINE_CODE), ...matchesIn(value, CALL)]
      : matchesIn(value?.value, CALL),
  );

  /** Searches the source for each match, because attributes have no positions and escapes shift text positions. */
  function matchesIn(text: string | null | undefined, pattern: RegExp): Piece[] {
    return [...(text ?? '').matchAll(pattern)].map(({ 0: match, 1: part = match }) => {
      offset = Math.max(offset, source.indexOf(part, offset));
      return { text: part, line: source.slice(0, offset++).split('\n').length };
    });
  }
}

function unknownName(name: string, meant: string | undefined, line: number): LintError {
  return { line, message: `no contract has \`${name}\`${didYouMean(meant && `\`${meant}\``)}` };
}

const isUpperCase = (name: string) => name === name.toUpperCase();
