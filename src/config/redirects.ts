/** A page that has moved. */
export interface Redirect {
  /** The old path, without the base path and with a trailing slash. */
  readonly from: `/${string}/`;
  /** The path of the new page, and a fragment if useful. */
  readonly to: `/${string}`;
}

/**
 * Pages that have moved. The build fails if a page of `published-pages.txt` is gone without an entry here, or if an
 * entry leads to a page that doesn't exist.
 */
export const redirects: readonly Redirect[] = [];

/** The files that redirect readers on hosts without redirect rules. */
export const redirectFiles = redirects.map(({ from }) => `${from.slice(1)}index.html`);
