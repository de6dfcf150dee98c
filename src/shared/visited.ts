/** What a page tells the service worker that was loaded without it: on a first visit, or after a forced reload. */
export interface Visited {
  type: 'visited';
  /** Address of the page. */
  page: string;
  /** Addresses of the files that it loaded from this site. */
  files: readonly string[];
}
