/**
 * What the service worker may do. It shows pages that were read when the network fails, and says what failed.
 */
export const offline = {
  /**
   * The kill switch. `false` makes the next build publish a worker that unregisters itself and clears its
   * stores on every device that comes back, and pages that register none.
   */
  enabled: true,
  /** How long the server may take to begin its answer, in seconds, before a page counts as failed. */
  answerLimit: 10,
  /** Begins the name of every store, so that clearing them leaves alone what is not ours. */
  storePrefix: 'portal-',
  /** Begins the names of the stores that readers filled with "Keep these docs offline". */
  keptPrefix: 'portal-kept-',
  /** How many answers each store may hold; the one that was stored the longest time ago goes first. */
  mostEntries: {
    pages: 120,
    /** Styles, scripts and pictures of pages. */
    assets: 150,
    /** The code of the interactive reference: a hundred files and four megabytes per version. */
    reference: 120,
    /** Contracts, search index and the like. */
    files: 150,
  },
} as const;

/**
 * How long nothing may come of what is under way, in seconds, before it counts as lost: a line may be slow, and some
 * never end. It stands alone, so that the script of every page holds the number and nothing else from here.
 */
export const SILENCE_LIMIT = 20;
