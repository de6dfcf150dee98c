import { apis } from '../config/apis.ts';
import { guideGroups } from '../config/sidebars.ts';
import { pagePath } from '../shared/page-path.ts';
import { twinLinks } from '../shared/twin-path.ts';
import { withoutSlash } from '../shared/without-slash.ts';
import type { SiteFacts } from './site-facts.ts';

type Redirects = SiteFacts['redirects'];

/** The pages in the sidebars and the APIs' overviews, in reading order. */
const pagesInOrder: readonly string[] = [
  ...guideGroups.flatMap(({ slugs }) => slugs.map(pagePath)),
  ...apis.map(({ name }) => `/api/${name}/`),
];

/** Redirects folders without a page to their first page in the sidebars or, below an API, to its overview. */
export function folderRedirects(pages: Iterable<string>): Redirects {
  const pagePaths = new Set(pages);
  const folders = new Set([...pagePaths].flatMap(foldersOf)).difference(pagePaths);
  const target = (folder: string) =>
    pagesInOrder.find((page) => page.startsWith(folder)) ??
    foldersOf(folder).findLast((parent) => pagePaths.has(parent)) ??
    '/';
  return Object.fromEntries([...folders].map((folder) => [folder, target(folder)]));
}

/** The folders above a page, outermost first. For `/webhooks/events/`, they're `/` and `/webhooks/`. */
function foldersOf(path: string): string[] {
  const segments = path.split('/').slice(0, -2);
  return segments.map((_, index) => `${segments.slice(0, index + 1).join('/')}/`);
}

/** Adds the base path to redirects. A moved page gets one with a trailing slash, one without, and one for its twin. */
export function exactRedirects(redirects: Redirects, base: string): Redirects {
  const twin = twinLinks('');
  const pairs = Object.entries(redirects).flatMap(([from, to]) => [
    [base + from, base + to],
    [base + withoutSlash(from), base + to],
    [base + twin(from), base + twin(to)],
  ]);
  return Object.fromEntries(pairs) as Redirects;
}
