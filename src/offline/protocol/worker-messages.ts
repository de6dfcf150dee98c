/*
 * The messages between pages and the service worker. A stored page runs the scripts of its own build, which may be older
 * or newer than the worker. So if the meaning of a message changes, give it a new `type` and keep the old one. A page
 * without a reply shows no notice, and the worker ignores unknown types.
 */

/**
 * Sent by a page that was loaded without the worker, on a first visit or after a forced reload. The worker stores the
 * page from the HTTP cache.
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

/** The query parameter that makes the worker return the server's own response, even a refusal. */
export const LIVE = 'live';

/** Asks whether the page was loaded from the network. The worker replies with a {@link LoadReport} or `null`. */
export interface LoadQuestion {
  type: 'load-report-1';
}

/** Why a page was not, or not completely, loaded from the network. */
export interface LoadReport {
  /** A stored copy, the failure page, or a page that arrived incomplete. */
  kind: 'copy' | 'failure' | 'cut';
  /** What failed, in one sentence for readers. */
  reason: string;
  /** Whether the server responded with a refusal, which may contain a challenge for the reader. */
  refused?: boolean;
  /** When the copy was stored, in milliseconds since the epoch; 0 if unknown. Only for copies. */
  storedAt?: number;
}
