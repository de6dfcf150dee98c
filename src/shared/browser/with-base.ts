/** Prefixes an absolute path of the site, such as `/pages.json`, with the base path that the site is hosted under. */
export function withBase(path: string): string {
  return import.meta.env.BASE_URL.replace(/\/$/, '') + path;
}
