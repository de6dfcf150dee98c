/** The part of Pagefind's interface that the site uses; the package ships no types. */
declare module '@pagefind/default-ui' {
  export class PagefindUI {
    constructor(options: {
      element: Element;
      baseUrl: string;
      bundlePath: string;
      showImages: boolean;
      showSubResults: boolean;
      resetStyles: boolean;
      pageSize: number;
      translations: Record<string, string>;
    });
  }
}
