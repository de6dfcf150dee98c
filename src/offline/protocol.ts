/* Names and limits that pages and the service worker share. */

/**
 * The `<meta>` element that marks the pages of all our builds. The service worker shows other HTML, such as a captive
 * portal's login, but never stores it.
 */
export const pageMarker = { name: 'portal-page', content: 'financial-data-portal-1' } as const;

/** True if HTML is one of our pages, from any build. */
export const isOurs = (html: string) => html.includes(pageMarker.content);

/** The prefix of cache names. It includes the base path, because all sites on an origin share the storage. */
export const cachePrefix = (base: string) => `portal:${base}:`;

/** The name of the cache with the visited pages. The cache survives deploys. */
export const pagesCache = (base: string) => `${cachePrefix(base)}pages`;

/** The maximum number of responses in each cache. The oldest response is evicted first. */
export const LIMITS = { pages: 120, files: 400 } as const;
