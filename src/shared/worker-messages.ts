/*
 * Everything that pages and the service worker say to each other. A stored page runs the scripts of its own build, which
 * may be older or newer than the worker: when a message changes its meaning, give it a new `type` and keep the old one.
 * A page without a reply shows no notice; a worker ignores types that it doesn't know.
 */

/**
 * From a page that was loaded without the worker, on a first visit or after a forced reload: the worker stores it from
 * the browser's own cache.
 */
export interface Visited {
  type: 'visited';
  /** URL of the page. */
  page: string;
  /** URLs of the files that it loaded from this site. */
  files: readonly string[];
}

/** The reason of a {@link LoadReport} where the server can't be reached. */
export const CONNECTION_FAILED = 'The connection to the server failed.';

/** From every page: was it loaded from the network? The worker sends a {@link LoadReport} or `null` to the port. */
export interface LoadQuestion {
  type: 'load-report-1';
}

/** Why a page is not, or not completely, what the server has. */
export interface LoadReport {
  /** A stored copy; the failure page in its place; or a page of which the rest did not arrive. */
  kind: 'copy' | 'failure' | 'cut';
  /** What failed, in one sentence for readers. */
  reason: string;
  /** Of a copy: when it was stored, in milliseconds since the epoch; 0 where this isn't known. */
  storedAt?: number;
}
