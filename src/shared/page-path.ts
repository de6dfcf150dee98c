/** Returns the path of the page with a slug, with a slash at both ends. */
export function pagePath(slug: string): string {
  return slug === 'index' || slug === '' ? '/' : `/${slug}/`;
}

/**
 * Prefixes the path of a page with the reader's language. The static reference isn't translated, so its paths stay.
 *
 * @param prefix - Path of the language, such as `/nl`; empty for the default language.
 */
export function inLanguage(path: string, prefix: string): string {
  return /^\/api\/./.test(path) ? path : prefix + path;
}
