import { distance } from 'fastest-levenshtein';
import { kindWords, stopWords, synonyms } from './settings.ts';
import { sectionAt } from '../config/sidebars.ts';
import type { ListedPage } from '../shared/browser/listed-pages.ts';

/** A page with matches, as Pagefind returns it. */
export interface FoundPage {
  url: string;
  content: string;
  /** The page's title, and the facts that `src/search/settings.ts` lists. */
  meta: Readonly<Record<string, string>>;
  /** The parts of the page with matches. Each part ends at the next heading. */
  sub_results: readonly {
    title: string;
    url: string;
    locations: readonly number[];
    /** HTML with the matches in `<mark>` elements. */
    excerpt: string;
  }[];
}

interface PageResult {
  id: string;
  score: number;
  /** The positions of the matches. */
  words: readonly number[];
  data: () => Promise<FoundPage>;
}

/** The functions of Pagefind's module that the site uses. */
export interface Pagefind {
  destroy: () => Promise<void>;
  options: (options: object) => Promise<void>;
  filters: () => Promise<unknown>;
  preload: (query: string) => Promise<void>;
  search: (query: string | null, options?: object) => Promise<{ results: readonly PageResult[] }>;
}

/** A contract name or a symptom, with the part of a page that explains it. */
export interface Term {
  kind: 'object' | 'field' | 'parameter' | 'value' | 'symptom';
  /** The term, such as `redirectUrl`. An enum value may have two names: `4` and `UPDATED`. A symptom has messages. */
  names: readonly string[];
  /** The term's parent, such as `Create a consent`. */
  of: string;
  href: string;
  description: string;
  /** In results, the same name with the same description in other parents. */
  others?: readonly Term[];
}

/** The contract names, from `src/search/build-terms.ts`. */
export interface Terms {
  terms: readonly Term[];
  /** The calls of all operations, such as `POST /Consent`, with the longest paths first. */
  calls: readonly string[];
}

/** Everything that a search reads. */
export interface SearchIndex {
  pagefind: Pagefind;
  names: Terms;
  pages: () => Promise<readonly ListedPage[]>;
}

/** Search results, best first, and the query that they are for, which may be corrected. */
export interface Findings {
  query: string;
  results: readonly (PageResult | Term)[];
}

/** Starts of words in all parts of the index, so that preloading them loads the whole index. */
const STARTS = [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' ');
/** The share of a query's letters that must match, from 0 to 1. */
const ENOUGH = 0.7;
/** The maximum number of letters by which a query word may be longer than a match: "getting" finds "get". */
const ENDING = 4;
/** The number of a word's top results in which to look for the word or one of its forms. */
const CHECKED = 4;
/** The weight of a page whose title or keyword consists of the query's words. */
const NAMED = 5;
/** The weight of a guide relative to a reference page. Readers who need the reference type a name or a path. */
const GUIDE = 1.75;
/** The weight of a guide that explains the contract name in a query relative to guides that only mention it. */
const EXPLAINED = 1.75;
/** The number of guides that come before the best operation. */
const GUIDES = 2;
/** The number of top results that are ranked again by title, keywords, and the names they explain. */
const COMPARED = 16;
/** The maximum number of contract names in the results. */
const TERMS = 3;
/** The minimum number of query words that a symptom must contain, unless the query is one of its messages. */
const WORDS = 3;

/**
 * Loads the whole index, about 120 kB. Otherwise, the start of a word only finds the pages in the parts of the index that
 * earlier searches have loaded.
 */
export const loadWords = ({ pagefind }: Pick<SearchIndex, 'pagefind'>) => pagefind.preload(STARTS);

/** Searches the site, or only the section with this label. Corrects unknown words. */
export async function find(index: SearchIndex, query: string, section = ''): Promise<Findings> {
  const { pagefind, names } = index;
  await loadWords(index);
  const call = callOf(query, names.calls);
  const words = call
    ? [{ typed: call, word: call, ...(await pagefind.search(call)) }]
    : await Promise.all(meaningful(query).map((typed) => findWord(index, typed, synonymsOf(typed))));
  // A corrected word may be a stop word.
  const meant = words.filter(({ word }) => !stopWords.has(word));
  const found = meant.length > 0 ? meant : words;
  const allowed = await pagefind.search(null, section ? { filters: { section } } : {});
  const inSection = names.terms.filter(({ href }) => !section || sectionAt(pathOf(href)).label === section);
  const matches = matchingTerms(query, inSection);
  const explained = matches.flatMap((term) => [term, ...term.others]).map(({ href }) => pathOf(href));
  const ids = new Set(allowed.results.map(({ id }) => id));
  const all = await rank(found, call ?? query, ids, explained);
  const rarest = all.length === 0 ? rarestOf(found) : undefined;
  const pages = rarest ? await rank([rarest], rarest.word, ids, explained) : all;
  const symptom = matchingSymptom(query, inSection);
  // A name that no contract has, such as "bookingDate", may be known as words.
  const spaced = inWords(query);
  if (spaced !== query && !call && !symptom && matches.length === 0 && !pages[0]?.isExact)
    return find(index, spaced, section);
  const before = pages[0]?.isExact || (symptom ? symptom.fit <= 1 : matches.length === 0) ? 1 : 0;
  const named = matches.length > 0 ? matches : describedField(query, inSection);
  const terms = symptom ? [...matches, symptom.term] : named;
  const results = pages.map(({ result }) => result);
  const corrected = found.filter(({ typed, word }) => typed !== word);
  return {
    query:
      rarest?.word ??
      corrected.reduce((text, { typed, word }) => text.replace(new RegExp(typed, 'i'), word), query),
    results: [...results.slice(0, before), ...terms, ...results.slice(before)],
  };
}

/** Finds pages that contain a word or one of its synonyms. */
async function findWord(index: SearchIndex, typed: string, others: readonly string[]): Promise<FoundWord> {
  const found = await Promise.all([typed, ...others].map((word) => pagesWith(index.pagefind, word)));
  // If a page contains several of the words, the map keeps its last result, which is the best.
  const sorted = found.flat().toSorted((one, other) => one.score - other.score);
  const results = [...new Map(sorted.map((each) => [each.id, each])).values()];
  const word = results.length > 0 ? typed : await correct(typed, index);
  return word === typed
    ? { typed, word, results }
    : { ...(await findWord(index, word, synonymsOf(word))), typed };
}

/** Of two words that no page has both of, the one on fewer pages: "mcp" in "mcp server". */
function rarestOf(words: readonly FoundWord[]): FoundWord | undefined {
  const known = words.filter(({ results }) => results.length > 0);
  if (words.length !== 2) return undefined;
  return known.toSorted((one, other) => one.results.length - other.results.length)[0];
}

/** The pages with a word or one of its forms. If there are none, Pagefind finds words that start the same. */
async function pagesWith(pagefind: Pagefind, word: string): Promise<readonly PageResult[]> {
  const { results } = await pagefind.search(word);
  const matches = await Promise.all(
    results.slice(0, CHECKED).map(async ({ words, data }) => {
      const { content, meta } = await data();
      const all = content.split(/\s+/);
      // Don't use the excerpt, because Pagefind shares a page's object between searches.
      return [...words.map((place) => all[place]), ...Object.values(meta)].join(' ');
    }),
  );
  const start = word.slice(0, Math.ceil(word.length * ENOUGH));
  const isForm = (each: string) =>
    each.includes(start) ||
    stem(each) === stem(word) ||
    (each.length > 2 && word.startsWith(each) && word.length - each.length <= ENDING);
  return wordsIn(matches.join(' ')).some(isForm) ? results : [];
}

/** Replaces a word that occurs nowhere with the nearest known word. Without a near match, the word stays. */
async function correct(word: string, { pages, names }: SearchIndex): Promise<string> {
  const texts = (await pages()).flatMap(({ title, keywords = [] }) => [title, ...keywords]);
  const known = [...texts, ...names.terms.flatMap((term) => term.names), ...stopWords, ...synonyms.flat()];
  const tolerance = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
  const [nearest] = known
    .flatMap(wordsIn)
    .map((each) => ({ each, steps: distance(word, each) }))
    .filter(({ steps }) => steps <= tolerance)
    .sort((one, other) => one.steps - other.steps);
  return nearest?.each ?? word;
}

/** A query word as typed and as searched, with the pages that contain it. */
interface FoundWord {
  typed: string;
  word: string;
  results: readonly PageResult[];
}

/** The pages that match enough of a query, best first. The top results are ranked again, as `COMPARED` says. */
async function rank(found: readonly FoundWord[], query: string, allowed: Set<string>, explained: string[]) {
  const pages = new Map<string, { result: PageResult; score: number; letters: number }>();
  for (const { word, results } of found)
    for (const result of results.filter(({ id }) => allowed.has(id))) {
      const page = pages.get(result.id) ?? { result, score: 0, letters: 0 };
      page.score += result.score;
      page.letters += word.length;
      pages.set(result.id, page);
    }
  const words = found.map(({ word }) => word);
  const all = words.join('').length;
  const ranked = [...pages.values()]
    .filter(({ letters }) => letters / all >= ENOUGH)
    .map(({ result, score, letters }) => ({ result, score: (score * letters) / all, isExact: false }))
    .sort((one, other) => other.score - one.score);
  const top = ranked[0]?.score ?? 0;
  const compared = ranked.slice(0, COMPARED).map(async ({ result, score }) => {
    const { meta, url } = await result.data();
    const { title = '', keywords = '', call, operation, section } = meta;
    const names = [title, ...keywords.split(', ')];
    const isExact = [...names, call, operation].some((name) => name?.toLowerCase() === query.toLowerCase());
    const likeness = isExact ? 2 : Math.max(...names.map((name) => likenessOf(words, name)));
    const isExplained = explained.some((path) => url.endsWith(path));
    const weight = section === 'API Reference' ? 1 : isExplained ? GUIDE * EXPLAINED : GUIDE;
    return { result, score: (score + NAMED * likeness ** 2 * top) * weight, isExact, operation };
  });
  const first = (await Promise.all(compared)).sort((one, other) => other.score - one.score);
  // The best operation is among the first pages.
  const place = first.findIndex((page) => page.operation);
  if (place >= GUIDES) first.splice(GUIDES, 0, ...first.splice(place, 1));
  return [...first, ...ranked.slice(COMPARED)];
}

/** The similarity of a name and a query: the share of their words that both contain, from 0 to 1. */
function likenessOf(words: readonly string[], name: string): number {
  const stems = new Set(words.flatMap((word) => [word, ...synonymsOf(word)]).map(stem));
  const own = meaningful(name);
  const same = own.filter((word) => stems.has(stem(word))).length;
  return same / (own.length + words.length - same);
}

/** A link's target without its fragment. */
export const pathOf = (href: string) => href.split('#', 1)[0]!;

/** A text's words in lowercase. Punctuation separates words, even in `redirect_url` and `time-zone`. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+#?/gu) ?? [];

/** A text's words without stop words. If all of them are stop words, keeps them. */
function meaningful(text: string): string[] {
  const all = [...new Set(wordsIn(text))];
  const meant = all.filter((word) => !stopWords.has(word));
  return meant.length > 0 ? meant : all;
}

/** The words that find the same pages as a word in any form, such as "revoked". */
const synonymsOf = (word: string) =>
  synonyms
    .find((group) => group.some((other) => stem(other) === stem(word)))
    ?.filter((other) => other !== word) ?? [];

/** A word without its ending. It only has to equate forms such as "expires" and "expired". */
const stem = (word: string) => word.replace(/(?<=...)(ies|ed|es|ing|s|e|y)$/, '');

/** A name with spaces between its words, such as "booking Date". */
const inWords = (name: string) => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

const stemsOf = (...texts: string[]): ReadonlySet<string> => new Set(wordsIn(texts.join(' ')).map(stem));

/** True if a word or one of its synonyms is among stems, in any form. */
const isAmong = (stems: ReadonlySet<string>) => (word: string) =>
  [word, ...synonymsOf(word)].some((each) => stems.has(stem(each)));

/** The contract names that a query consists of: `redirect_url`, `Transaction.amount`, "status 4". */
function matchingTerms(query: string, terms: readonly Term[]) {
  const all = wordsIn(query);
  const meant = all.filter((word) => !kindWords.has(word));
  const words = meant.length > 0 ? meant : all;
  const matches = ({ kind, names, of }: Term) => {
    // Skip plain words such as "consent", which readers may not mean as the object's name.
    if (kind === 'object' && meant.length === all.length && !/\p{Ll}\p{Lu}/u.test(names[0]!)) return false;
    const owner = wordsIn(of);
    const own =
      kind === 'object' ? words : words.filter((word) => !owner.includes(word) && !stopWords.has(word));
    const texts = [words.join(''), own.join('')];
    return names.some((name) => texts.includes(wordsIn(name).join('')));
  };
  return merge(terms.filter((each) => each.kind !== 'symptom' && matches(each))).slice(0, TERMS);
}

/** The only field whose name and description have all words of a query, such as "counterpart iban", and its name one. */
function describedField(query: string, terms: readonly Term[]) {
  const words = meaningful(query);
  const found = terms.filter(({ kind, names, description }) => {
    const own = names.map(inWords);
    const all = stemsOf(...own, description);
    return kind === 'field' && words.every(isAmong(all)) && words.some(isAmong(stemsOf(...own)));
  });
  const fields = words.length > 1 ? merge(found) : [];
  return fields.length === 1 ? fields : [];
}

/** Merges names that have the same description. */
function merge(terms: readonly Term[]) {
  const found: (Term & { others: Term[] })[] = [];
  for (const term of terms) {
    const same = found.find(
      (each) => String(each.names) === String(term.names) && each.description === term.description,
    );
    if (!same) found.push({ ...term, others: [] });
    else if (![same, ...same.others].some(({ of }) => of === term.of)) same.others.push(term);
  }
  return found;
}

/** The symptom that best fits a query, such as a program's error message. */
function matchingSymptom(query: string, terms: readonly Term[]) {
  return terms
    .filter(({ kind }) => kind === 'symptom')
    .map((term) => ({ term, fit: fitOf(term, query) }))
    .filter(({ fit }) => fit >= ENOUGH)
    .sort((one, other) => other.fit - one.fit)[0];
}

/** A symptom's score for a query: above 1 if one text contains the other, or else the share of matching words. */
function fitOf({ names, description }: Term, query: string): number {
  const typed = phraseOf(query);
  const isPhrase = (text: string) => text.split(' ').length >= WORDS;
  const [title, ...messages] = names.map(phraseOf);
  const whole = [title!, ...messages].filter(
    (name) => name === typed || (isPhrase(typed) && ` ${name} `.includes(` ${typed} `)),
  );
  const parts = messages.filter((name) => name.includes(' ') && ` ${typed} `.includes(` ${name} `));
  const longest = Math.max(...[...whole, ...parts].map(({ length }) => length));
  if (longest > 1) return longest;
  const words = meaningful(query);
  const known = words.filter(isAmong(stemsOf(...names, description)));
  return known.length < WORDS ? 0 : known.join('').length / words.join('').length;
}

const phraseOf = (text: string) => wordsIn(text).join(' ');

/** The call that a path belongs to. The path may include a base URL and parameter values. */
function callOf(query: string, calls: readonly string[]): string | undefined {
  if (!query.includes('/')) return undefined;
  return calls.find((call) => {
    const [method, path = ''] = call.split(' ');
    const pattern = path.slice(1).replaceAll(/\{.*?\}/g, '[^/]+');
    return new RegExp(`^(${method} )?(\\S*/)?${pattern}/?([?#].*)?$`, 'i').test(query);
  });
}
