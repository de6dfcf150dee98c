/** Prefixes an absolute site path, such as `/pages.json`, with the base path. */
export function withBase(path: string): string {
  return import.meta.env.BASE_URL.replace(/\/$/, '') + path;
}
