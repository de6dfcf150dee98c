/** The folder below `dist/` for the code of the interactive reference. It's the largest part of the site. */
export const scalarFolder = '_astro/scalar';

/**
 * What a reader downloads before the interactive reference renders: code and styles, compressed.
 * `tests/e2e/islands/reference.all.spec.ts` fails when a new version of Scalar differs.
 */
export const scalarDownloadSize = '0.8 MB';

/** Whether a URL's fragment is that of an operation in the reference. */
export const isReferenceFragment = (fragment: string): boolean => fragment.startsWith('#tag/');
