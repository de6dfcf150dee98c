import { nearest } from '../../shared/nearest.ts';
import type { BuiltPage, Link } from '../output/read-page.ts';

/** What the link check needs to know of a page. */
export type LinkedPage = Pick<BuiltPage, 'url' | 'file' | 'isErrorPage' | 'ids' | 'links' | 'sidebar'>;

/** What the link check knows about a built site. */
export interface BuiltSite {
  /** The path that the site is served below, without a slash at its end. */
  base: string;
  /** Where the site is published, such as `https://docs.example.com`; links to it count as internal. */
  origin: string;
  pages: readonly LinkedPage[];
  /** URLs of all files, such as `/favicon.svg`. */
  files: ReadonlySet<string>;
  /** Stylesheets by URL. */
  stylesheets: ReadonlyMap<string, string>;
}

/** A link that doesn't work. */
export interface LinkError extends Pick<Link, 'target' | 'from'> {
  /** The page or the stylesheet. */
  page: Pick<LinkedPage, 'url' | 'file'>;
  /** What is wrong, and how to fix it. */
  reason: string;
}

const OTHER_ORIGIN = 'loads from another origin; keep the file in public/.';

/** Links that leave the site when a reader follows them. */
const EXTERNAL = /^(https?:\/\/|mailto:|tel:)./i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const ABSOLUTE = /^(\/|[a-z][a-z0-9+.-]*:)/i;

/** Finds the broken links of a built site. */
export function checkSite({ origin, pages, files, stylesheets }: BuiltSite): LinkError[] {
  const pageByUrl = new Map(pages.filter((page) => !page.isErrorPage).map((page) => [page.url, page]));
  /** Links that mean the same on every page, such as those of a sidebar. */
  const checked = new Map<Link, string | undefined>();
  const errors: LinkError[] = [];
  for (const page of pages) {
    for (const link of [...page.links, ...page.sidebar.links]) {
      const isRelative = !ABSOLUTE.test(link.target);
      const reason = isRelative || !checked.has(link) ? checkLink(link, page) : checked.get(link);
      if (!isRelative) checked.set(link, reason);
      if (reason) errors.push({ page, ...link, reason });
    }
  }
  return [...errors, ...[...stylesheets].flatMap(([url, css]) => checkStylesheet(url, css))];

  function checkLink({ target, kind }: Link, page: LinkedPage): string | undefined {
    if (/^(|mailto:|tel:|https?:\/*)$/i.test(target)) return 'the link is empty; give it a target.';
    if (target.startsWith('data:')) return undefined;
    const internal = withoutOrigin(target);
    if (EXTERNAL.test(internal)) return kind === 'asset' ? OTHER_ORIGIN : undefined;
    if (internal.startsWith('//')) return 'begins with two slashes; write one, or https:// for another site.';
    if (SCHEME.test(internal)) return 'unknown scheme; write a path or an https URL.';

    const url = new URL(internal, `http://localhost${page.url}`);
    const path = decoded(url.pathname);
    const fragment = decoded(url.hash.slice(1));
    if (path === undefined || fragment === undefined) return 'a percent sign must be written as %25.';
    if (files.has(path)) return undefined;
    if (kind === 'asset') return 'there is no such file in the built site.';
    const linked = pageByUrl.get(path);
    if (linked) return checkFragment(fragment, linked);
    if (pageByUrl.has(`${path}/`)) return `write ${path}/, with a slash at its end.`;
    return `there is no such page${didYouMean(nearest(path, pageByUrl.keys()))}`;
  }

  /** A link with the site's own origin as a path. */
  function withoutOrigin(target: string): string {
    const url = origin && URL.canParse(target) ? new URL(target) : undefined;
    return url?.origin === origin ? url.href.slice(origin.length) : target;
  }
}

function checkFragment(fragment: string, { url, ids }: LinkedPage): string | undefined {
  if (fragment === '' || fragment === 'top' || ids.has(fragment)) return undefined;
  const suggestion = nearest(fragment, ids);
  return `${url} has no element with the ID "${fragment}"${didYouMean(suggestion && `#${suggestion}`)}`;
}

function checkStylesheet(url: string, css: string): LinkError[] {
  const loads = css.matchAll(/(?:url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"')]+)/gi);
  return [...loads].map(([, target = '']) => {
    return { page: { url, file: '' }, target, from: 'CSS', reason: OTHER_ORIGIN };
  });
}

/** A string without percent-encoding; `undefined` if the encoding is invalid. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function didYouMean(suggestion: string | undefined): string {
  return suggestion ? `; did you mean ${suggestion}?` : '.';
}
