/** Prefixes an absolute site path, such as `/pages.json`, with the base path. */
export const withBase = (path: string): string => import.meta.env.BASE_URL.replace(/\/$/, '') + path;
