/** Turns a page's slug into its path, with a slash at each end. */
export const pagePath = (slug: string): string => (slug === 'index' || slug === '' ? '/' : `/${slug}/`);

/** Prefixes a page's path with a language's path, such as `/nl`. The static reference isn't translated. */
export const inLanguage = (path: string, prefix: string): string =>
  /^\/api\/./.test(path) ? path : prefix + path;
