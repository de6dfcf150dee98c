import { groupsOf } from '../shared/groups.ts';
import { didYouMean, nearest, nearestPage } from '../shared/nearest.ts';
import { WriterError } from '../shared/writer-error.ts';
import type { BuiltPage, Link } from '../shared/read-page.ts';

/** The possible targets of a site's links. */
export interface Targets {
  /** Links to the site's origin count as internal. */
  origin: string;
  /** Maps each page's URL to the IDs on the page. */
  pages: ReadonlyMap<string, ReadonlySet<string>>;
  files: ReadonlySet<string>;
}

/** A page or another file with links. */
type Source = Pick<BuiltPage, 'url' | 'links'>;

/** Matches links that leave the site when a reader follows them. */
const EXTERNAL = /^(https?:\/\/|mailto:|tel:)./i;

/** The targets on a built site. Error pages have no URL, so nothing may link to them. */
export function targetsOf(origin: string, pages: readonly BuiltPage[], files: readonly string[]): Targets {
  const idsOf = new Map(pages.filter((page) => !page.isErrorPage).map(({ url, ids }) => [url, ids]));
  return { origin, pages: idsOf, files: new Set(files) };
}

/** Checks every link of a built site, including generated ones: header, sidebar, reference, and assets. */
export function checkLinks(targets: Targets, sources: readonly Source[]): void {
  const errors = sources.flatMap(({ url, links }) =>
    links.flatMap((link) => {
      const reason = linkError(link, url, targets);
      return reason ? [{ page: url, target: link.target, reason }] : [];
    }),
  );
  const groups = groupsOf(errors, ({ target, reason }) => `${target}\n${reason}`);
  const lines = groups.map((group) => {
    const [first, ...others] = new Set(group.map(({ page }) => page));
    const [{ target, reason }] = group;
    return `  ${target} on ${first}${others.length > 0 ? ` and ${others.length} more` : ''}: ${reason}`;
  });
  if (lines.length > 0)
    throw new WriterError(`Broken links in the built site (${lines.length}):\n${lines.join('\n')}`);
}

/** The problem with a link on a page and its fix, or `undefined` if the link works. */
export function linkError({ target, kind }: Link, from: string, targets: Targets): string | undefined {
  const { origin, pages, files } = targets;
  if (/^(|mailto:|tel:|https?:\/*)$/i.test(target)) return 'the link is empty; give it a target.';
  if (target.startsWith('data:')) return undefined;
  if (target.startsWith('//')) return 'begins with two slashes; remove one, or add https: for another site.';
  const internal = target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
  if (EXTERNAL.test(internal))
    return kind === 'page' ? undefined : 'loads from another origin; keep the file in public/.';
  const url = new URL(internal, `http://localhost${from}`);
  if (url.host !== 'localhost') return 'unknown scheme; write a path or an https URL.';
  if (kind === 'page' && !'/#?'.includes(internal.charAt(0)))
    return `begin the path with a slash: ${url.pathname}.`;
  try {
    return checkPath(decodeURIComponent(url.pathname), decodeURIComponent(url.hash.slice(1)));
  } catch {
    return 'a percent sign must be written as %25.';
  }

  function checkPath(path: string, fragment: string): string | undefined {
    if (files.has(path)) return undefined;
    if (kind === 'asset' && !internal.startsWith('#'))
      return "no such file in the built site; if it's in public/, run `git add public/`.";
    const ids = pages.get(path);
    if (!ids)
      return pages.has(`${path}/`)
        ? `write ${path}/, with a trailing slash.`
        : `no such page${didYouMean(nearestPage(path, pages.keys()))}`;
    if (fragment === '' || fragment === 'top' || ids.has(fragment)) return undefined;
    const suggestion = nearest(fragment, ids);
    return `the page has no element with this ID${didYouMean(suggestion && `#${suggestion}`)}`;
  }
}
