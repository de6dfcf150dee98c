import { withoutSlash } from '../without-slash.ts';

/** Prefixes an absolute site path, such as `/pages.json`, with the base path. */
export const withBase = (path: string): string => withoutSlash(import.meta.env.BASE_URL) + path;
