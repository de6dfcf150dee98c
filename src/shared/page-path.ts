/** Returns a slug's page path, with leading and trailing slashes. */
export function pagePath(slug: string): string {
  return slug === 'index' || slug === '' ? '/' : `/${slug}/`;
}

/**
 * Prefixes a page path with the reader's language. The static reference isn't translated, so its paths stay unchanged.
 *
 * @param prefix - The language's path, such as `/nl`; empty for the default language.
 */
export function inLanguage(path: string, prefix: string): string {
  return /^\/api\/./.test(path) ? path : prefix + path;
}
