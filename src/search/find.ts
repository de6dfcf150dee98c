import { distance } from 'fastest-levenshtein';
import { kindWords, stopWords, synonyms } from './settings.ts';
import { sectionAt } from '../config/sidebars.ts';
import type { ListedPage } from '../shared/browser/listed-pages.ts';

/** A page with matches, as Pagefind returns it. */
export interface FoundPage {
  url: string;
  /** The text of the page. */
  content: string;
  /** HTML of the text around the matches, which are in `<mark>`. */
  excerpt: string;
  /** The title, and the facts of `src/search/settings.ts`. */
  meta: Readonly<Record<string, string>>;
  /** Parts with matches, from one heading to the next. */
  sub_results: readonly { title: string; url: string; locations: readonly number[] }[];
}

/** A result of Pagefind whose page isn't loaded yet. */
export interface PageResult {
  id: string;
  score: number;
  /** Places of the matches among the words of the page. */
  words: readonly number[];
  data: () => Promise<FoundPage>;
}

/** The part of Pagefind's own module that the site uses. */
export interface Pagefind {
  destroy: () => Promise<void>;
  options: (options: object) => Promise<void>;
  filters: () => Promise<unknown>;
  search: (query: string | null, options?: object) => Promise<{ results: readonly PageResult[] }>;
}

/** A name of the contracts or a symptom, and the part of a page that explains it. */
export interface Term {
  kind: 'object' | 'field' | 'value' | 'symptom';
  /** Such as `redirectUrl`. A value of an enum may have a name too: `4` and `UPDATED`. A symptom has its messages. */
  names: readonly string[];
  /** What it belongs to, such as `Create a consent`. */
  of: string;
  href: string;
  description: string;
}

/** The names of the contracts, written by `src/search/build-terms.ts`. */
export interface Terms {
  terms: readonly Term[];
  /** The method and path of each operation, such as `POST /Consent`; the longest paths first. */
  calls: readonly string[];
}

export interface SearchIndex {
  pagefind: Pagefind;
  names: Terms;
  /** Titles and keywords of all pages. */
  pages: () => Promise<readonly ListedPage[]>;
}

/** What a search found, best first. */
export interface Findings {
  /** The query that the results are for: the reader's, or a corrected one. */
  query: string;
  results: readonly (PageResult | Term)[];
}

/** How much of a query has to match, from 0 to 1, by letters. */
const ENOUGH = 0.7;
/** The longest ending that a word may have and the found one not: "getting" finds "get". */
const ENDING = 4;
/** How much more a page counts if its title or a keyword consists of the words of the query. */
const NAMED = 5;
/** How much more a guide counts than a page of the reference. Readers who need that type a name or a path. */
const GUIDE = 1.75;
/** How many pages are compared by their titles. */
const COMPARED = 16;
/** How many names of the contracts are listed. */
const TERMS = 3;
/** How many words of a query a symptom contains at least, unless the query is one of its messages. */
const WORDS = 3;

/**
 * Searches the site. Words that occur nowhere are corrected.
 *
 * @param section - The label of the only section to search; empty for all.
 * @throws Error if a result fails to load.
 */
export async function find(index: SearchIndex, query: string, section = ''): Promise<Findings> {
  const { pagefind, names } = index;
  const call = callOf(query, names.calls);
  const words = call
    ? [{ typed: call, word: call, results: (await pagefind.search(call)).results }]
    : await Promise.all(meaningful(query).map((typed) => findWord(index, typed, synonymsOf(typed))));
  // A misspelled stop word is one once it's corrected.
  const meant = words.filter(({ word }) => !stopWords.has(word));
  const found = meant.length > 0 ? meant : words;
  const allowed = await pagefind.search(null, section ? { filters: { section } } : {});
  const pages = await rank(found, call ?? query, new Set(allowed.results.map(({ id }) => id)));
  const { isMessage, symptoms } = matchingSymptom(query, names.terms);
  const before = pages[0]?.isExact || (symptoms.length > 0 && !isMessage) ? 1 : 0;
  const terms = [...matchingTerms(query, names.terms), ...symptoms].filter(
    ({ href }) => !section || sectionAt(href).label === section,
  );
  const results = pages.map(({ result }) => result);
  const corrected = found.filter(({ typed, word }) => typed !== word);
  return {
    query: corrected.reduce((text, { typed, word }) => text.replace(new RegExp(typed, 'i'), word), query),
    results: [...results.slice(0, before), ...terms, ...results.slice(before)],
  };
}

/** Finds the pages with a word or a synonym. A word that occurs nowhere is corrected. */
async function findWord(index: SearchIndex, typed: string, others: readonly string[]): Promise<FoundWord> {
  const found = await Promise.all([typed, ...others].map((word) => pagesWith(index.pagefind, word)));
  // Of a page with several of the words, the last and best result stays.
  const results = found.flat().toSorted((one, other) => one.score - other.score);
  const word = results.length > 0 ? typed : await correct(typed, index);
  return word === typed
    ? { typed, word, results: [...new Map(results.map((each) => [each.id, each])).values()] }
    : { ...(await findWord(index, word, [])), typed };
}

/** The pages with a word or another form of it. Where there is none, Pagefind finds words with the same beginning. */
async function pagesWith(pagefind: Pagefind, word: string): Promise<readonly PageResult[]> {
  const { results } = await pagefind.search(word);
  if (!results[0]) return [];
  const { content, meta } = await results[0].data();
  const all = content.split(/\s+/);
  // Not from the excerpt: Pagefind shares the object of a page between searches.
  const matches = results[0].words.map((place) => all[place]);
  const start = word.slice(0, Math.ceil(word.length * ENOUGH));
  const isForm = (each: string) =>
    each.includes(start) || (each.length > 2 && word.startsWith(each) && word.length - each.length <= ENDING);
  return wordsIn([...matches, ...Object.values(meta)].join(' ')).some(isForm) ? results : [];
}

/** The known word that is nearest to one that occurs nowhere; or the word itself if none is near. */
async function correct(word: string, { pages, names }: SearchIndex): Promise<string> {
  const texts = [...(await pages()).flatMap(({ title, keywords = [] }) => [title, ...keywords])];
  const known = [...texts, ...names.terms.flatMap((term) => term.names), ...stopWords, ...synonyms.flat()];
  const tolerance = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
  const [nearest] = known
    .flatMap(wordsIn)
    .map((each) => ({ each, steps: distance(word, each) }))
    .filter(({ steps }) => steps <= tolerance)
    .sort((one, other) => one.steps - other.steps);
  return nearest?.each ?? word;
}

/** A word of a query, as typed and as searched for, with the pages that it is on. */
interface FoundWord {
  typed: string;
  word: string;
  results: readonly PageResult[];
}

/** The pages with enough of a query, best first. The first ones are compared by their titles and keywords. */
async function rank(found: readonly FoundWord[], query: string, allowed: ReadonlySet<string>) {
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
    .map(({ result, score, letters }) => ({ result, score: (score * letters) / all }))
    .sort((one, other) => other.score - one.score);
  const top = ranked[0]?.score ?? 0;
  const compared = ranked.slice(0, COMPARED).map(async ({ result, score }) => {
    const { meta } = await result.data();
    const { title = '', keywords = '', call, operation, section } = meta;
    const names = [title, ...keywords.split(', ')];
    const isExact = [...names, call, operation].some((name) => name?.toLowerCase() === query.toLowerCase());
    const likeness = isExact ? 2 : Math.max(...names.map((name) => likenessOf(words, name)));
    const weight = section === 'API Reference' ? 1 : GUIDE;
    return { result, score: (score + NAMED * likeness ** 2 * top) * weight, isExact };
  });
  const first = (await Promise.all(compared)).sort((one, other) => other.score - one.score);
  return [...first, ...ranked.slice(COMPARED).map((each) => ({ ...each, isExact: false }))];
}

/** How many words of a name and of a query are the same, as a share of all words of both, from 0 to 1. */
function likenessOf(words: readonly string[], name: string): number {
  const stems = new Set(words.flatMap((word) => [word, ...synonymsOf(word)]).map(stem));
  const own = meaningful(name);
  const same = own.filter((word) => stems.has(stem(word))).length;
  return same / (own.length + words.length - same);
}

/** The words of a text, in lowercase. Punctuation separates them, also in `redirect_url` and `time-zone`. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+#?/gu) ?? [];

/** The words of a text without stop words, unless it consists of them. */
function meaningful(text: string): string[] {
  const all = [...new Set(wordsIn(text))];
  const meant = all.filter((word) => !stopWords.has(word));
  return meant.length > 0 ? meant : all;
}

const synonymsOf = (word: string) =>
  synonyms.find((group) => group.includes(word))?.filter((other) => other !== word) ?? [];

/** A word without its ending. It needs to be right only for pairs such as "expires" and "expired". */
const stem = (word: string) => word.replace(/(?<=...)(ies|ed|es|ing|s|e|y)$/, '');

/** The names that a query consists of: `redirect_url`, `Transaction.amount`, "Transaction object", or "status 4". */
function matchingTerms(query: string, terms: readonly Term[]): Term[] {
  const all = wordsIn(query);
  const meant = all.filter((word) => !kindWords.has(word));
  const words = meant.length > 0 ? meant : all;
  const matches = ({ kind, names, of }: Term) => {
    // A plain word such as "consent" is more than the name of an object.
    if (kind === 'object' && meant.length === all.length && !/\p{Ll}\p{Lu}/u.test(names[0]!)) return false;
    const owner = wordsIn(of);
    const own =
      kind === 'object' ? words : words.filter((word) => !owner.includes(word) && !stopWords.has(word));
    const texts = [words.join(''), own.join('')];
    return names.some((name) => texts.includes(wordsIn(name).join('')));
  };
  return terms.filter((term) => term.kind !== 'symptom' && matches(term)).slice(0, TERMS);
}

/** The symptom that fits a query best, such as a message of a program. */
function matchingSymptom(query: string, terms: readonly Term[]) {
  const [best] = terms
    .filter(({ kind }) => kind === 'symptom')
    .map((term) => ({ term, fit: fitOf(term, query) }))
    .filter(({ fit }) => fit >= ENOUGH)
    .sort((one, other) => other.fit - one.fit);
  return { symptoms: best ? [best.term] : [], isMessage: best !== undefined && best.fit > 1 };
}

/** How well a symptom fits a query: above 1 if one of both contains the other, else the share of the words that it has. */
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
  const own = new Set(wordsIn([...names, description].join(' ')).map(stem));
  const words = meaningful(query);
  const known = words.filter((word) => [word, ...synonymsOf(word)].some((each) => own.has(stem(each))));
  return known.length < WORDS ? 0 : known.join('').length / words.join('').length;
}

const phraseOf = (text: string) => wordsIn(text).join(' ');

/** The call that a path belongs to. The path may have a base URL, and values of its parameters. */
function callOf(query: string, calls: readonly string[]): string | undefined {
  if (!query.includes('/')) return undefined;
  return calls.find((call) => {
    const [method, path = ''] = call.split(' ');
    const pattern = path.slice(1).replaceAll(/\{.*?\}/g, '[^/]+');
    return new RegExp(`^(${method} )?(\\S*/)?${pattern}/?([?#].*)?$`, 'i').test(query);
  });
}
