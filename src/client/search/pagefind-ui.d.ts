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
    /** Goes on to Pagefind, as all that the interface does not know. */
    ranking: { metaWeights: Record<string, number> };
    /** Changes a page that was found before it is shown. */
    processResult: (result: SearchResult) => SearchResult;
    translations: Record<string, string>;
  }
  /** A page that was found, with its parts by heading. */
  export interface SearchResult {
    sub_results: { url: string }[];
  }
  export const PagefindUI: new (options: Options) => { destroy: () => void };
}
