/** Names and sizes of the caches. Not in `offline.ts`, which every page loads. */
export const cacheSettings = {
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
