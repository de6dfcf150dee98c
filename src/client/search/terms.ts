import { kindWords } from '../../config/search-words.ts';
import { isIdentifier, meaningful, wordsIn } from './words.ts';

/** A name of the contracts, and the part of a page that explains it. */
export interface Term {
  kind: 'object' | 'field' | 'value';
  /** Such as `redirectUrl`. A value of an enum may have a name too: `4` and `UPDATED`. */
  names: readonly string[];
  /** What it belongs to, such as `Create a consent`. */
  of: string;
  href: string;
  description: string;
}

/** The names of the contracts, written by `src/build/output/search-terms.ts`. */
export interface Terms {
  terms: readonly Term[];
  /** The method and path of each operation, such as `POST /Consent`. */
  calls: readonly string[];
}

/** How many names are listed for a query. */
const LIMIT = 3;

/** The names that a query consists of: `redirect_url`, `Transaction.amount`, "Transaction object" or "status 4". */
export function matchingTerms(query: string, terms: readonly Term[]): Term[] {
  const all = isIdentifier(query) ? wordsIn(query) : meaningful(query);
  const meant = all.filter((word) => !kindWords.has(word));
  const words = meant.length > 0 ? meant : all;
  const objects = meant.length < all.length;
  const found = terms.filter((term) => isMatch(words, term, objects));
  const listed = objects && found.some(({ kind }) => kind === 'object') ? 'object' : undefined;
  return found.filter(({ kind }) => !listed || kind === listed).slice(0, LIMIT);
}

/** Whether words are one of the names of a term, and otherwise words of what it belongs to. */
function isMatch(words: readonly string[], { kind, names, of }: Term, objects: boolean): boolean {
  const owner = wordsIn(of.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).concat(wordsIn(of));
  return names.some((name) => {
    // A plain word such as "consent" is more than the name of an object, and a number more than a value.
    if (kind === 'object' && !objects && !/\p{Ll}\p{Lu}/u.test(name)) return false;
    const wanted = joined(wordsIn(name));
    for (let start = 0; start < words.length; start++)
      for (let end = start + 1; end <= words.length; end++) {
        const text = joined(words.slice(start, end));
        if (text !== wanted && !(kind === 'object' && text === `${wanted}s`)) continue;
        const others = [...words.slice(0, start), ...words.slice(end)];
        if (/^\d+$/.test(name) && others.length === 0) continue;
        if (others.every((word) => owner.includes(word))) return true;
      }
    return false;
  });
}

const joined = (words: readonly string[]) => words.join('');

/** The call that a path belongs to, which may have a base URL and values of its parameters; or the query as it is. */
export function callOf(query: string, calls: readonly string[]): string {
  const [, method = '', path = ''] = /^(?:([a-z]+) )?(?:https?:\/\/[^/]+)?(\S*\/\S*)$/i.exec(query) ?? [];
  const given = segments(path);
  const fits = calls
    .filter((call) => call.toLowerCase().startsWith(method.toLowerCase()))
    .filter((call) => {
      const own = segments(call.slice(call.indexOf('/')));
      const end = given.slice(-own.length);
      return own.length === end.length && own.every((part, at) => part.startsWith('{') || part === end[at]);
    });
  return fits.sort((one, other) => segments(other).length - segments(one).length)[0] ?? query;
}

const segments = (path: string) => path.toLowerCase().split(/[?#]/)[0]!.split('/').filter(Boolean);
