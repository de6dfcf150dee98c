/** A page that has moved. */
export interface Redirect {
  /** The path that the page had, without the base path and with a slash at its end. */
  readonly from: `/${string}/`;
  /** The page that readers get instead, with a fragment if it helps. */
  readonly to: `/${string}`;
}

/**
 * Pages that have moved. The build fails while a page of `published-pages.txt` has disappeared without an entry here,
 * and when an entry leads nowhere.
 */
export const redirects: readonly Redirect[] = [];
