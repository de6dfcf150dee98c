import { distance } from 'fastest-levenshtein';
import { environments } from '../../../config/samples.ts';
import { lineOf, type ParsedPage } from '../../../content/mdx.ts';
import { nearest } from '../../../shared/nearest.ts';
import type { KnownNames } from './known-names.ts';
import { didYouMean, type LintError } from './lint-error.ts';

/** Where code writes names of an API: strings, properties, keys, and parameters of a URL. */
const NAMES =
  /(?<quote>["'`])(?<text>[A-Za-z_][\w-]*)\k<quote>|\.(?<property>[A-Za-z_]\w*)|(?:^|[{,])[ \t]*(?<key>[A-Za-z_]\w*)(?=\??:\s)|[?&](?<parameter>[A-Za-z_]\w*)=/gm;

const HOSTS = Object.values(environments).map(({ host }) => RegExp.escape(host));

/** A method, a host and a path, each where code writes it: `'GET', '/Consent'`, `${base}/Consent`. */
const PATHS = new RegExp(
  String.raw`(?:\b(?<method>GET|POST|PUT|PATCH|DELETE)[\s"'\`,(]{1,5})?(?:(?<host>${HOSTS.join('|')})|(?<![\w./:<*-]))` +
    String.raw`(?<path>(?:\/(?:\$?\{[^}]*\}|\$\w+|<\w+>|[\w.%-])+)+)`,
  'g',
);
/** What a path has in place of a value: `${consentId}`, `{consent_id}`, `$id`, `<id>`, a UUID. */
const VALUE = /\$?\{[^}]*\}|\$\w+|<\w+>|[0-9a-f]{8}-[0-9a-f-]{27}/gi;

const COMPOUND = /[a-z][A-Z]|[a-z]_[a-z]/;
const CONSTANT = /^[A-Z][A-Z_]{5,}$/;

/** How many characters of a name may differ from a contract's name that was meant. */
const typos = (name: string) => (name.length < 8 ? 1 : 2);

/**
 * Creates the function that finds misspelled names and paths in the code blocks of a page. Code has names of its own, so
 * a name is wrong only if it's nearly one of a contract. A path is also wrong if it follows a method or the platform's
 * host.
 */
export function codeChecker(
  { words, endpoints }: KnownNames,
  vocabulary: ReadonlySet<string>,
): (page: ParsedPage) => LintError[] {
  const compounds = [...words].filter((word) => COMPOUND.test(word));
  const constants = [...words].filter((word) => CONSTANT.test(word));
  const byLowercase = new Map(compounds.map((word) => [word.toLowerCase(), word]));
  const paths = new Map([...endpoints].map((endpoint) => [endpoint.replace(VALUE, '{}'), endpoint]));
  /** The name that each checked name was meant to be. Pages use the same ones. */
  const meant = new Map<string, string | undefined>();

  return ({ nodes }) =>
    nodes.flatMap((node) => {
      if (node.type !== 'code') return [];
      const wrong = [...wrongNames(node.value, node.lang === 'json'), ...wrongPaths(node.value)];
      return wrong.map(({ text, suggestion, index }) => ({
        line: lineOf(node) + node.value.slice(0, index).split('\n').length,
        message: `no contract has \`${text}\`${didYouMean(suggestion && `\`${suggestion}\``)}`,
      }));
    });

  /** @param isData - Whether every key is the name of a field, as in JSON. */
  function wrongNames(code: string, isData: boolean) {
    return [...code.matchAll(NAMES)].flatMap(({ groups = {}, index, 0: match }) => {
      const { text, property, key, parameter } = groups;
      const name = text ?? property ?? key ?? parameter ?? '';
      if (words.has(name) || vocabulary.has(name)) return [];
      const isKey = isData && /^\s*:/.test(code.slice(index + match.length));
      const suggestion = isKey ? nearest(name, words) : nameMeantBy(name, text !== undefined);
      return isKey || suggestion ? [{ text: name, suggestion, index: index + match.indexOf(name) }] : [];
    });
  }

  function nameMeantBy(name: string, isText: boolean): string | undefined {
    if (!COMPOUND.test(name) && !(isText && CONSTANT.test(name)))
      return name === name.toUpperCase() ? undefined : byLowercase.get(name.toLowerCase());
    if (!meant.has(name)) {
      const near = nearest(name, COMPOUND.test(name) ? compounds : constants);
      meant.set(name, near && isTypo(name, near) ? near : undefined);
    }
    return meant.get(name);
  }

  function wrongPaths(code: string) {
    return [...code.matchAll(PATHS)].flatMap(({ groups = {}, index, 0: match }) => {
      const { method, host, path = '' } = groups;
      const call = `${method ? `${method} ` : ''}${path.replace(VALUE, '{}').replace(/\.$/, '')}`;
      if (paths.has(call)) return [];
      const near = nearest(call, paths.keys());
      const isCall = method !== undefined || host !== undefined;
      if (!isCall && !(near && path.length > 4 && isTypo(call, near))) return [];
      const text = method ? `${method} ${path}` : path;
      return [{ text, suggestion: near && paths.get(near), index: index + match.indexOf(path) }];
    });
  }
}

function isTypo(name: string, near: string): boolean {
  return distance(name.toLowerCase(), near.toLowerCase()) <= typos(name);
}
