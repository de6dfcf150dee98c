import { join } from 'node:path';
import type { Redirect } from '../config/redirects.ts';
import { apis } from '../config/apis.ts';
import { guides } from '../config/sidebars.ts';
import { pagePath } from '../shared/page-path.ts';
import type { SiteFacts } from './site-facts.ts';
import { nearest } from '../shared/nearest.ts';
import { readText } from '../shared/text-file.ts';
import { WriterError } from '../shared/writer-error.ts';

/** The pages of the last release, one path per line. */
const publishedFile = 'src/config/published-pages.txt';

/** Reads the paths of the pages of the last release. */
export function readPublished(root: string): string[] {
  return readText(join(root, publishedFile))
    .split('\n')
    .filter((line) => line !== '');
}

/** The pages of the sidebars and the overviews of APIs, in reading order. */
export const pagesInOrder: readonly string[] = [
  ...guides.flatMap(({ slugs }) => slugs.map(pagePath)),
  ...apis.map(({ name }) => `/api/${name}/`),
];

/**
 * Redirects for folders without a page of their own, which readers find by shortening a URL. Each leads to the first page
 * of its section or group, and below an API to the overview.
 *
 * @param pages - The paths of pages, without the base path.
 */
export function folderRedirects(pages: Iterable<string>): Redirect[] {
  const known = new Set(pages);
  const folders = new Set([...known].flatMap(foldersOf)).difference(known);
  return [...folders].map((from) => ({
    from: from as Redirect['from'],
    to: (pagesInOrder.find((page) => page.startsWith(from)) ??
      foldersOf(from).findLast((folder) => known.has(folder)) ??
      '/') as Redirect['to'],
  }));
}

/** The folders above a page, the outermost first: `/` and `/webhooks/` for `/webhooks/events/`. */
function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].slice(0, -1).map(({ index }) => path.slice(0, index + 1));
}

/** The redirects of a site by exact path, with the base path: a page that has moved has two, with and without its slash. */
export function exactRedirects(all: readonly Redirect[], base: string): SiteFacts['redirects'] {
  return all.flatMap(({ from, to }) =>
    [from, ...(from.endsWith('/') ? [from.slice(0, -1)] : [])].map((path) => ({
      from: base + path,
      to: base + to,
    })),
  );
}

/**
 * Checks that every published page still exists or redirects to a page, and that redirects lead to what exists.
 *
 * @param redirects - Pages that have moved, and guesses.
 * @param pages - All pages and files of this build by path, without the base path, with the IDs of their elements.
 * @param published - Paths of the pages of the last release.
 * @throws WriterError with a line per mistake that says how to fix it.
 */
export function checkRedirects(
  redirects: readonly Redirect[],
  pages: ReadonlyMap<string, ReadonlySet<string>>,
  published: readonly string[],
): void {
  const sources = new Set<string>(redirects.map(({ from }) => from));
  const suggest = (wanted: string, known: Iterable<string>, mark = '') => {
    const suggestion = nearest(wanted, known);
    return suggestion ? `; did you mean ${mark}${suggestion}?` : '.';
  };
  const leading = redirects.flatMap(({ from, to }) => {
    const [path = '', fragment] = to.split('#');
    const ids = pages.get(path);
    if (pages.has(from)) return [`${from} is a page; remove its redirect.`];
    if (sources.has(path)) return [`${from} leads to ${path}, which has moved too; lead to its new path.`];
    if (!ids) return [`${from} leads to ${path}, and there is no such page${suggest(path, pages.keys())}`];
    if (fragment === undefined || ids.has(fragment)) return [];
    const element = `${path} has no element with the ID "${fragment}"`;
    return [`${from} leads to ${to}, and ${element}${suggest(fragment, ids, '#')}`];
  });
  const gone = published
    .filter((path) => !pages.has(path) && !sources.has(path))
    .map((path) => {
      const page = nearest(path, pages.keys());
      return `${path} has disappeared. Add { from: '${path}', to: '${page ?? '/'}' } or where else its readers should go.`;
    });
  const twice = redirects.map(({ from }) => from).filter((from, index, all) => all.indexOf(from) !== index);
  const errors = [...leading, ...twice.map((from) => `${from} has two redirects; keep one.`), ...gone];
  if (errors.length > 0)
    throw new WriterError([`src/config/redirects.ts and ${publishedFile}:`, ...errors].join('\n  '));
}
