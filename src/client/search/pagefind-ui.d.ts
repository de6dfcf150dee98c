/** The part of Pagefind's interface that the site uses; the package ships no types. */
declare module '@pagefind/default-ui' {
  interface Options {
    element: Element;
    baseUrl: string;
    bundlePath: string;
    showImages: boolean;
    showSubResults: boolean;
    resetStyles: boolean;
    pageSize: number;
    /** The interface passes this, like all options it does not know, on to Pagefind. */
    ranking: { metaWeights: Record<string, number> };
    /** Modifies a result before it is shown. */
    processResult: (result: SearchResult) => SearchResult;
    translations: Record<string, string>;
  }
  /** A page in the results, with a part per heading. */
  export interface SearchResult {
    sub_results: { url: string }[];
  }
  export const PagefindUI: new (options: Options) => { destroy: () => void };
}
