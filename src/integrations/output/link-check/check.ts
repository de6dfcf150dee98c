import { nearest } from '../../../shared/nearest.ts';
import type { BuiltPage, BuiltSite, Link } from './read-site.ts';

/** A link that leads nowhere, or not where it should. */
export interface Fault {
  /** Address of the page. */
  page: string;
  /** The link as the page has it. */
  link: string;
  reason: string;
  /** File and line that the link was written on, where that is known. */
  source?: string;
}

/** Where a link of a page was written: {@link SourceFinder.find} of find-source.ts. */
type FindSource = (file: string, target: string) => string | undefined;

/** Schemes that leave the site on the reader's own wish. */
const OUTWARD = /^(https?:|mailto:|tel:|\/\/)/i;

/**
 * Checks every link of a built site.
 *
 * @param origin - Where the site is published; links to it are checked as internal ones.
 * @param findSource - Asked for links that lead nowhere.
 * @returns The faults, none when all is well.
 */
export function checkSite(
  site: BuiltSite,
  origin: string,
  findSource: FindSource = () => undefined,
): Fault[] {
  const pages = new Map(site.pages.filter(({ errorPage }) => !errorPage).map((page) => [page.address, page]));
  /** Links from the root mean the same on every page: each is looked up once. */
  const known = new Map<Link, string | undefined>();
  return [
    ...site.pages.flatMap((page) => checkPage(page)),
    ...duplicateTitles(site.pages),
    ...[...(site.sheets ?? [])].flatMap(([address, text]) => checkSheet(address, text)),
  ];

  function checkPage(page: BuiltPage): Fault[] {
    const faults: Fault[] = [];
    for (const link of [...page.links, ...page.sidebarLinks]) {
      const reason = link.target.startsWith('/') ? checkOnce(link, page) : checkLink(link, page);
      if (!reason) continue;
      const source = findSource(
        page.file,
        link.target.slice(link.target.startsWith(`${site.base}/`) ? site.base.length : 0),
      );
      faults.push({
        page: page.address,
        link: `${link.target} (${link.from})`,
        reason,
        ...(source && { source }),
      });
    }
    const expected = new URL(page.address, origin || 'http://localhost').href;
    if (!page.errorPage && page.canonical !== expected) {
      faults.push({
        page: page.address,
        link: `${page.canonical ?? 'none'} (link[rel=canonical])`,
        reason: `the canonical address is ${expected}.`,
      });
    }
    return faults;
  }

  function checkOnce(link: Link, page: BuiltPage): string | undefined {
    if (!known.has(link)) known.set(link, checkLink(link, page));
    return known.get(link);
  }

  /** A link to this site by its full address as a path; any other as it is. */
  function withoutOrigin(target: string): string {
    const url = origin && URL.canParse(target) ? new URL(target) : undefined;
    return url?.origin === origin ? url.href.slice(origin.length) : target;
  }

  function checkLink({ target, kind }: Link, page: BuiltPage): string | undefined {
    if (target === '') return 'the link is empty; give it a target.';
    if (target.startsWith('data:')) return undefined;
    const internal = withoutOrigin(target);
    if (OUTWARD.test(internal)) {
      return kind === 'asset' ? 'loads from another origin; keep the file in public/.' : undefined;
    }
    if (/^[a-z][a-z0-9+.-]*:/i.test(internal)) return 'unknown scheme; write a path or an https address.';

    const url = new URL(internal, `http://localhost${page.address}`);
    const path = decoded(url.pathname);
    const fragment = decoded(url.hash.slice(1));
    if (path === undefined || fragment === undefined) return 'a percent sign stands alone; write it as %25.';
    if (kind === 'asset' || site.files.has(path)) {
      return site.files.has(path) ? undefined : 'there is no such file in the built site.';
    }
    const linked = pages.get(path);
    if (!linked) {
      if (pages.has(`${path}/`)) return `the address is ${path}/, with a slash at its end.`;
      const suggestion = nearest(path, pages.keys());
      return `there is no such page${suggestion ? `; did you mean ${suggestion}?` : '.'}`;
    }
    if (fragment === '' || fragment === 'top' || linked.ids.has(fragment)) return undefined;
    const suggestion = nearest(fragment, linked.ids);
    return `${path} has no element with the id "${fragment}"${suggestion ? `; did you mean #${suggestion}?` : '.'}`;
  }
}

/** A text without percent-encoding; nothing when the encoding is broken. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Styles may load nothing from elsewhere. */
function checkSheet(address: string, text: string): Fault[] {
  const foreign = text.match(/(?:url\(\s*["']?|@import\s+["'])(?:https?:)?\/\/[^"')]+/gi) ?? [];
  return foreign.map((found) => ({
    page: address,
    link: found,
    reason: 'loads from another origin; keep the file in public/.',
  }));
}

function duplicateTitles(pages: readonly BuiltPage[]): Fault[] {
  const first = new Map<string, string>();
  return pages.flatMap(({ title, lang, address }) => {
    const other = first.get(`${lang} ${title}`);
    if (other === undefined) first.set(`${lang} ${title}`, address);
    return other === undefined
      ? []
      : { page: address, link: '(title)', reason: `"${title}" is already the title of ${other}.` };
  });
}

/** The faults as a message for writers: page, link and reason, page by page; a fault of the frame only once. */
export function describeFaults(faults: readonly Fault[]): string {
  const byFault = Map.groupBy(
    faults,
    ({ link, reason, source }) =>
      `${link}\n      ${reason}${source ? `\n      It stands in ${source}.` : ''}`,
  );
  const lines = [...byFault].map(([text, places]) => {
    const pages = [...new Set(places.map(({ page }) => page))];
    const more = pages.length > 1 ? ` and ${pages.length - 1} more` : '';
    return `  ${pages[0] ?? ''}${more}\n    ${text}`;
  });
  return `${byFault.size} ${byFault.size === 1 ? 'link leads' : 'links lead'} nowhere:\n${lines.join('\n')}`;
}
