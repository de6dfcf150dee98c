import { scopedName } from '../../shared/scoped-name.ts';

/** Path of the list of files that "Keep the whole site" downloads. The build writes it. */
export const FILE_LIST = 'offline-files.json';

/** The content of {@link FILE_LIST}. */
export interface FileList {
  /** Their paths, sorted. */
  files: string[];
  /** Their size on a device, which is uncompressed. */
  bytes: number;
}

/** Maximum number of responses in a cache. The response that was stored first is evicted first. */
export const LIMITS = { pages: 120, files: 400 } as const;

/**
 * Names of the site's caches. They survive deploys.
 *
 * @param base - The base path, with a slash at each end: `/` or `/docs/`.
 */
export function cacheNames(base: string) {
  return {
    /** Visited pages. */
    pages: scopedName(base, 'pages'),
    /** Stylesheets, scripts, images, parts of the search index and other files of visited pages. */
    files: scopedName(base, 'files'),
    /** The whole site, for readers who keep it. Complete once it contains {@link FILE_LIST}. */
    kept: scopedName(base, 'kept'),
  };
}
