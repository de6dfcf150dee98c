/** A part of a page with matches: from one heading to the next. */
export interface FoundPart {
  title: string;
  url: string;
  /** Text around the matches, which are in `<mark>`. `<` and `>` of the text are character references. */
  excerpt: string;
  /** Places of the matches in the text of the page. */
  locations: readonly number[];
}

/** A page with matches. */
export interface FoundPage {
  url: string;
  excerpt: string;
  /** The text of the page. */
  content: string;
  /** The title, and the facts of `src/config/search.ts`. */
  meta: Readonly<Record<string, string>>;
  sub_results: readonly FoundPart[];
}

/** A result whose page isn't loaded yet. */
export interface RawResult {
  id: string;
  score: number;
  /** Places of the matches among the words of the page. */
  words: readonly number[];
  data: () => Promise<FoundPage>;
}

/** The part of Pagefind's own module that the site uses. */
export interface Pagefind {
  destroy: () => Promise<void>;
  options: (options: { bundlePath: string; noWorker: boolean; ranking: object }) => Promise<void>;
  filters: () => Promise<unknown>;
  search: (query: string) => Promise<{ results: readonly RawResult[] }>;
}
