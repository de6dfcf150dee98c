import { distance } from 'fastest-levenshtein';
import { kindWords, stopWords, synonyms } from './settings.ts';
import { sectionAt } from '../config/sidebars.ts';
import type { ListedPage } from '../shared/browser/listed-pages.ts';

/** A page with matches, as Pagefind returns it. */
export interface MatchedPage {
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
  data: () => Promise<MatchedPage>;
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
export interface Vocabulary {
  terms: readonly Term[];
  /** The calls of all operations, such as `POST /Consent`, with the longest paths first. */
  calls: readonly string[];
}

/** Everything that a search reads. */
export interface SearchIndex {
  pagefind: Pagefind;
  vocabulary: Vocabulary;
  pages: () => Promise<readonly ListedPage[]>;
}

/** Search results, best first, and the query that they are for, which may be corrected. */
export interface SearchResponse {
  query: string;
  results: readonly (PageResult | Term)[];
}

/** Starts of words in all parts of the index, so that preloading them loads the whole index. */
const WORD_STARTS = [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' ');
/** The share of a query's letters that must match, from 0 to 1. */
const MATCHED_SHARE = 0.7;
/** The maximum number of letters by which a query word may be longer than a match: "getting" finds "get". */
const LONGEST_ENDING = 4;
/** The number of a word's top results in which to look for the word or one of its forms. */
const CHECKED_RESULTS = 4;
/** The weight of a page whose title or keyword consists of the query's words. */
const NAME_WEIGHT = 5;
/** The weight of a guide relative to a reference page. Readers who need the reference type a name or a path. */
const GUIDE_WEIGHT = 1.75;
/** The weight of a guide that explains the contract name in a query relative to guides that only mention it. */
const EXPLAINED_WEIGHT = 1.75;
/** The number of guides that come before the best operation. */
const GUIDES_FIRST = 2;
/** The number of top results that are ranked again by title, keywords, and the names they explain. */
const RERANKED = 16;
/** The maximum number of contract names in the results. */
const MAX_TERMS = 3;
/** The minimum number of query words that a symptom must contain, unless the query is one of its messages. */
const SYMPTOM_WORDS = 3;

/**
 * Loads the whole index, about 120 kB. Otherwise, the start of a word only finds the pages in the parts of the index that
 * earlier searches have loaded.
 */
export const loadWholeIndex = ({ pagefind }: Pick<SearchIndex, 'pagefind'>) => pagefind.preload(WORD_STARTS);

/** Searches the site, or only the section with this label. Corrects unknown words. */
export async function findResults(index: SearchIndex, query: string, section = ''): Promise<SearchResponse> {
  const { pagefind, vocabulary } = index;
  await loadWholeIndex(index);
  const call = matchingCall(query, vocabulary.calls);
  const words = call
    ? [{ typed: call, word: call, ...(await pagefind.search(call)) }]
    : await Promise.all(contentWords(query).map((typed) => findWord(index, typed)));
  // A corrected word may be a stop word.
  const withoutStopWords = words.filter(({ word }) => !stopWords.has(word));
  const queryWords = withoutStopWords.length > 0 ? withoutStopWords : words;
  const sectionPages = await pagefind.search(null, section ? { filters: { section } } : {});
  const terms = vocabulary.terms.filter(({ href }) => !section || sectionAt(pathOf(href)).label === section);
  const matches = matchingTerms(query, terms);
  const explained = matches.flatMap((term) => [term, ...term.others]).map(({ href }) => pathOf(href));
  const sectionIds = new Set(sectionPages.results.map(({ id }) => id));
  const ranked = await rank(queryWords, call ?? query, sectionIds, explained);
  const rarest = ranked.length === 0 ? rarestOf(queryWords) : undefined;
  const pages = rarest ? await rank([rarest], rarest.word, sectionIds, explained) : ranked;
  const symptom = matchingSymptom(query, terms);
  // A name that no contract has, such as "bookingDate", may be known as words.
  const spaced = withSpaces(query);
  if (spaced !== query && !call && !symptom && matches.length === 0 && !pages[0]?.isExact)
    return findResults(index, spaced, section);
  const before = pages[0]?.isExact || (symptom ? symptom.fit <= 1 : matches.length === 0) ? 1 : 0;
  const named = matches.length > 0 ? matches : describedField(query, terms);
  const bestTerms = symptom ? [...matches, symptom.term] : named;
  const results = pages.map(({ result }) => result);
  const corrected = queryWords.filter(({ typed, word }) => typed !== word);
  return {
    query:
      rarest?.word ??
      corrected.reduce((text, { typed, word }) => text.replace(new RegExp(typed, 'i'), word), query),
    results: [...results.slice(0, before), ...bestTerms, ...results.slice(before)],
  };
}

/** Finds pages that contain a word or one of its synonyms. */
async function findWord(index: SearchIndex, typed: string): Promise<QueryWord> {
  const forms = [typed, ...synonymsOf(typed)];
  const resultLists = await Promise.all(forms.map((word) => pagesWith(index.pagefind, word)));
  // If a page contains several of the words, the map keeps its last result, which is the best.
  const sorted = resultLists.flat().toSorted((one, other) => one.score - other.score);
  const results = [...new Map(sorted.map((result) => [result.id, result])).values()];
  const word = results.length > 0 ? typed : await correctedWord(typed, index);
  return word === typed ? { typed, word, results } : { ...(await findWord(index, word)), typed };
}

/** Of two words that no page has both of, the one on fewer pages: "mcp" in "mcp server". */
function rarestOf(words: readonly QueryWord[]): QueryWord | undefined {
  const indexed = words.filter(({ results }) => results.length > 0);
  if (words.length !== 2) return undefined;
  return indexed.toSorted((one, other) => one.results.length - other.results.length)[0];
}

/** The pages with a word or one of its forms. If there are none, Pagefind finds words that start the same. */
async function pagesWith(pagefind: Pagefind, word: string): Promise<readonly PageResult[]> {
  const { results } = await pagefind.search(word);
  const matches = await Promise.all(
    results.slice(0, CHECKED_RESULTS).map(async ({ words, data }) => {
      const { content, meta } = await data();
      const pageWords = content.split(/\s+/);
      // Don't use the excerpt, because Pagefind shares a page's object between searches.
      return [...words.map((position) => pageWords[position]), ...Object.values(meta)].join(' ');
    }),
  );
  const prefix = word.slice(0, Math.ceil(word.length * MATCHED_SHARE));
  const isForm = (candidate: string) =>
    candidate.includes(prefix) ||
    stem(candidate) === stem(word) ||
    (candidate.length > 2 && word.startsWith(candidate) && word.length - candidate.length <= LONGEST_ENDING);
  return wordsIn(matches.join(' ')).some(isForm) ? results : [];
}

/** Replaces a word that occurs nowhere with the nearest known word. Without a near match, the word stays. */
async function correctedWord(word: string, { pages, vocabulary }: SearchIndex): Promise<string> {
  const texts = (await pages()).flatMap(({ title, keywords = [] }) => [title, ...keywords]);
  const names = vocabulary.terms.flatMap((term) => term.names);
  const candidates = [...texts, ...names, ...stopWords, ...synonyms.flat()];
  const tolerance = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
  const [nearest] = candidates
    .flatMap(wordsIn)
    .map((candidate) => ({ candidate, steps: distance(word, candidate) }))
    .filter(({ steps }) => steps <= tolerance)
    .sort((one, other) => one.steps - other.steps);
  return nearest?.candidate ?? word;
}

/** A query word as typed and as searched, with the pages that contain it. */
interface QueryWord {
  typed: string;
  word: string;
  results: readonly PageResult[];
}

/** The pages that match enough of a query, best first. The top results are ranked again, as `RERANKED` says. */
async function rank(words: readonly QueryWord[], query: string, allowed: Set<string>, explained: string[]) {
  const pages = new Map<string, { result: PageResult; score: number; letters: number }>();
  for (const { word, results } of words)
    for (const result of results.filter(({ id }) => allowed.has(id))) {
      const page = pages.get(result.id) ?? { result, score: 0, letters: 0 };
      page.score += result.score;
      page.letters += word.length;
      pages.set(result.id, page);
    }
  const searched = words.map(({ word }) => word);
  const letterCount = searched.join('').length;
  const ranked = [...pages.values()]
    .filter(({ letters }) => letters / letterCount >= MATCHED_SHARE)
    .map(({ result, score, letters }) => ({ result, score: (score * letters) / letterCount, isExact: false }))
    .sort((one, other) => other.score - one.score);
  const topScore = ranked[0]?.score ?? 0;
  const compared = ranked.slice(0, RERANKED).map(async ({ result, score }) => {
    const { meta, url } = await result.data();
    const { title = '', keywords = '', call, operation, section } = meta;
    const names = [title, ...keywords.split(', ')];
    const isExact = [...names, call, operation].some((name) => name?.toLowerCase() === query.toLowerCase());
    const likeness = isExact ? 2 : Math.max(...names.map((name) => likenessOf(searched, name)));
    const isExplained = explained.some((path) => url.endsWith(path));
    const weight =
      section === 'API Reference' ? 1 : isExplained ? GUIDE_WEIGHT * EXPLAINED_WEIGHT : GUIDE_WEIGHT;
    return { result, score: (score + NAME_WEIGHT * likeness ** 2 * topScore) * weight, isExact, operation };
  });
  const reranked = (await Promise.all(compared)).sort((one, other) => other.score - one.score);
  // The best operation is among the first pages.
  const operationIndex = reranked.findIndex((page) => page.operation);
  if (operationIndex >= GUIDES_FIRST) reranked.splice(GUIDES_FIRST, 0, ...reranked.splice(operationIndex, 1));
  return [...reranked, ...ranked.slice(RERANKED)];
}

/** The similarity of a name and a query: the share of their words that both contain, from 0 to 1. */
function likenessOf(words: readonly string[], name: string): number {
  const stems = new Set(words.flatMap((word) => [word, ...synonymsOf(word)]).map(stem));
  const nameWords = contentWords(name);
  const shared = nameWords.filter((word) => stems.has(stem(word))).length;
  return shared / (nameWords.length + words.length - shared);
}

/** A link's target without its fragment. */
export const pathOf = (href: string) => href.split('#', 1)[0]!;

/** A text's words in lowercase. Punctuation separates words, even in `redirect_url` and `time-zone`. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+#?/gu) ?? [];

/** A text's words without stop words. If all of them are stop words, keeps them. */
function contentWords(text: string): string[] {
  const words = [...new Set(wordsIn(text))];
  const content = words.filter((word) => !stopWords.has(word));
  return content.length > 0 ? content : words;
}

/** The words that find the same pages as a word in any form, such as "revoked". */
const synonymsOf = (word: string) =>
  synonyms
    .find((group) => group.some((other) => stem(other) === stem(word)))
    ?.filter((other) => other !== word) ?? [];

/** A word without its ending. It only has to equate forms such as "expires" and "expired". */
const stem = (word: string) => word.replace(/(?<=...)(ies|ed|es|ing|s|e|y)$/, '');

/** A name with spaces between its words, such as "booking Date". */
const withSpaces = (name: string) => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

const stemsOf = (...texts: string[]): ReadonlySet<string> => new Set(wordsIn(texts.join(' ')).map(stem));

/** True if a word or one of its synonyms is among stems, in any form. */
const isAmong = (stems: ReadonlySet<string>) => (word: string) =>
  [word, ...synonymsOf(word)].some((variant) => stems.has(stem(variant)));

/** The contract names that a query consists of: `redirect_url`, `Transaction.amount`, "status 4". */
function matchingTerms(query: string, terms: readonly Term[]) {
  const queryWords = wordsIn(query);
  const withoutKinds = queryWords.filter((word) => !kindWords.has(word));
  const words = withoutKinds.length > 0 ? withoutKinds : queryWords;
  const matches = ({ kind, names, of }: Term) => {
    // Skip plain words such as "consent", which readers may not mean as the object's name.
    if (kind === 'object' && withoutKinds.length === queryWords.length && !/\p{Ll}\p{Lu}/u.test(names[0]!))
      return false;
    const parentWords = wordsIn(of);
    const ownWords =
      kind === 'object' ? words : words.filter((word) => !parentWords.includes(word) && !stopWords.has(word));
    const texts = [words.join(''), ownWords.join('')];
    return names.some((name) => texts.includes(wordsIn(name).join('')));
  };
  const named = terms.filter((term) => term.kind !== 'symptom' && matches(term));
  return mergeDuplicates(named).slice(0, MAX_TERMS);
}

/** The only field whose name and description have all words of a query, such as "counterpart iban", and its name one. */
function describedField(query: string, terms: readonly Term[]) {
  const words = contentWords(query);
  const matches = terms.filter(({ kind, names, description }) => {
    const spacedNames = names.map(withSpaces);
    const stems = stemsOf(...spacedNames, description);
    return kind === 'field' && words.every(isAmong(stems)) && words.some(isAmong(stemsOf(...spacedNames)));
  });
  const fields = words.length > 1 ? mergeDuplicates(matches) : [];
  return fields.length === 1 ? fields : [];
}

/** Merges names that have the same description. */
function mergeDuplicates(terms: readonly Term[]) {
  const merged: (Term & { others: Term[] })[] = [];
  for (const term of terms) {
    const duplicate = merged.find(
      (kept) => String(kept.names) === String(term.names) && kept.description === term.description,
    );
    if (!duplicate) merged.push({ ...term, others: [] });
    else if (![duplicate, ...duplicate.others].some(({ of }) => of === term.of)) duplicate.others.push(term);
  }
  return merged;
}

/** The symptom that best fits a query, such as a program's error message. */
function matchingSymptom(query: string, terms: readonly Term[]) {
  return terms
    .filter(({ kind }) => kind === 'symptom')
    .map((term) => ({ term, fit: fitOf(term, query) }))
    .filter(({ fit }) => fit >= MATCHED_SHARE)
    .sort((one, other) => other.fit - one.fit)[0];
}

/** A symptom's score for a query: above 1 if one text contains the other, or else the share of matching words. */
function fitOf({ names, description }: Term, query: string): number {
  const typed = phraseOf(query);
  const isPhrase = (text: string) => text.split(' ').length >= SYMPTOM_WORDS;
  const [title, ...messages] = names.map(phraseOf);
  const whole = [title!, ...messages].filter(
    (name) => name === typed || (isPhrase(typed) && ` ${name} `.includes(` ${typed} `)),
  );
  const parts = messages.filter((name) => name.includes(' ') && ` ${typed} `.includes(` ${name} `));
  const longest = Math.max(...[...whole, ...parts].map(({ length }) => length));
  if (longest > 1) return longest;
  const words = contentWords(query);
  const matching = words.filter(isAmong(stemsOf(...names, description)));
  return matching.length < SYMPTOM_WORDS ? 0 : matching.join('').length / words.join('').length;
}

const phraseOf = (text: string) => wordsIn(text).join(' ');

/** The call that a path belongs to. The path may include a base URL and parameter values. */
function matchingCall(query: string, calls: readonly string[]): string | undefined {
  if (!query.includes('/')) return undefined;
  return calls.find((call) => {
    const [method, path = ''] = call.split(' ');
    const pattern = path.slice(1).replaceAll(/\{.*?\}/g, '[^/]+');
    return new RegExp(`^(${method} )?(\\S*/)?${pattern}/?([?#].*)?$`, 'i').test(query);
  });
}
