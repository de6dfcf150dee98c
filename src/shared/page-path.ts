/** A page's path by its slug, with a slash at each end. */
export function pagePath(slug: string): string {
  return slug === 'index' || slug === '' ? '/' : `/${slug}/`;
}

/** Prefixes a page's path with a language's, such as `/nl`. The static reference isn't translated. */
export function inLanguage(path: string, prefix: string): string {
  return /^\/api\/./.test(path) ? path : prefix + path;
}
