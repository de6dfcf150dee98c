import { apis } from '../config/apis.ts';

const DOCS = 'src/content/docs/';
const INDEX = 'index.html';

/** The slug of a page's source file. `undefined` for other files, such as partials. */
export function slugOf(file: string): string | undefined {
  if (!file.startsWith(DOCS)) return undefined;
  const path = file.slice(DOCS.length, file.lastIndexOf('.'));
  return path.endsWith('/index') ? path.slice(0, -'/index'.length) : path;
}

/** The path of a built file without `index.html`. */
export const withoutIndex = (path: string): string =>
  path === INDEX || path.endsWith(`/${INDEX}`) ? path.slice(0, -INDEX.length) : path;

/** Turns a page's slug into its path, with a slash at each end. */
export const pagePath = (slug: string): string => (slug === 'index' || slug === '' ? '/' : `/${slug}/`);

/** Prefixes a page's path with a language's path, such as `/nl`. The static reference isn't translated. */
export const inLanguage = (path: string, prefix: string): string =>
  apis.some(({ name }) => path.startsWith(`/api/${name}/`)) ? path : prefix + path;
