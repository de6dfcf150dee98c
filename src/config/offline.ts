/** What the service worker may store, and the names under which it does. */
export const offline = {
  /**
   * The kill switch. With `false`, the next build publishes a worker that unregisters itself and deletes its caches on
   * every device that comes back, and pages register none.
   */
  enabled: true,
  /** Prefix of every cache's name, so that deleting ours leaves those of others alone. */
  cachePrefix: 'portal-',
  /** Prefix of the caches that hold the pages that were read. */
  pagesPrefix: 'portal-pages-',
  /** Prefix of the caches that readers fill with "Keep these docs offline". */
  keptPrefix: 'portal-kept-',
  /** How many responses each cache may hold; the one stored the longest time ago goes first. */
  maxEntries: {
    pages: 120,
    /** Styles, scripts and pictures of pages. */
    assets: 150,
    /** The code of the interactive reference: a hundred files and four megabytes per version. */
    reference: 120,
    /** Contracts, search index and the like. */
    files: 150,
    /** Why pages were not loaded from the network; each is asked for once, right after the load. */
    reports: 20,
  },
} as const;

/* Limits in seconds. They are constants of their own, so that page scripts contain nothing else from this file. */

/** How long the server may take to begin its response before the page counts as failed. */
export const RESPONSE_LIMIT = 10;

/** How long a transfer may be silent before it counts as failed: a connection may be slow, and some never end. */
export const SILENCE_LIMIT = 20;

/** ID of the last element of every page. Where it is missing, the page is not complete. */
export const PAGE_END = 'page-end';
