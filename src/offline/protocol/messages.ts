/* The messages between pages and the service worker. Each side ignores messages that it doesn't know. */

/** From a page that was loaded without the worker, on a first visit: asks the worker to store it. */
export interface StoreVisited {
  type: 'store-visited';
  /** URL of the page. */
  page: string;
  /** URLs of the files of this site that the page loaded. */
  files: readonly string[];
}

/** From a page that asks why it wasn't loaded from the network. The worker replies with a {@link LoadReport} if so. */
export interface GetLoadReport {
  type: 'get-load-report';
}

/** Why a page wasn't loaded from the network. */
export interface LoadReport {
  /** What failed, in one sentence for readers. */
  reason: string;
  /** For a stored copy: when the server sent it, as in its `Date` header. */
  date?: string | undefined;
}
