/** Maximum number of responses in a cache. The oldest one is evicted first. */
export const LIMITS = { pages: 120, files: 400 } as const;

/**
 * The prefix of this site's cache names. It contains the base path, because sites with different base paths on the same
 * origin share the storage.
 *
 * @param base - The base path, with a slash at each end: `/` or `/docs/`.
 */
export const cachePrefix = (base: string) => `portal:${base}:`;

/** The cache names of a site with a base path. Caches survive deploys. */
export function cacheNames(base: string) {
  return {
    /** Visited pages. */
    pages: `${cachePrefix(base)}pages`,
    /** Stylesheets, scripts, images, parts of the search index, and other files of visited pages. */
    files: `${cachePrefix(base)}files`,
  };
}
