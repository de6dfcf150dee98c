/** Settings of the service worker: whether it is enabled, the names of its caches, and their sizes. */
export const offline = {
  /**
   * The kill switch. With `false`, the build produces a worker that unregisters itself and deletes its caches on every
   * device that visits again, and pages register no worker.
   */
  enabled: true,
  /** Prefix of the names of all our caches, so that we never delete other caches of the origin. */
  cachePrefix: 'portal-',
  /** Prefix of the caches for visited pages. */
  pagesPrefix: 'portal-pages-',
  /** Prefix of the caches that readers fill with "Keep these docs offline". */
  keptPrefix: 'portal-kept-',
  /** Maximum number of responses in each cache. The response that was stored first is evicted first. */
  maxEntries: {
    pages: 120,
    /** Stylesheets, scripts and images of pages. */
    assets: 150,
    /** The code of the interactive reference: about a hundred files and four megabytes per version. */
    reference: 120,
    /** OpenAPI documents, the search index and other files. */
    files: 150,
    /** Reports of why pages were not loaded from the network. Each is read once, right after the load. */
    reports: 20,
  },
} as const;

/* Limits in seconds. They are separate constants, so that page scripts include nothing else from this file. */

/** How long the server may take to start its response before the load counts as failed. */
export const RESPONSE_LIMIT = 10;

/** How long a transfer may pause before it counts as failed. There is no limit for the whole transfer. */
export const SILENCE_LIMIT = 20;

/** ID of the last element of every page. If it is missing, the page arrived incomplete. */
export const PAGE_END = 'page-end';
