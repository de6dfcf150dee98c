import { nearest } from '../shared/nearest.ts';
import { WriterError } from '../shared/writer-error.ts';
import type { BuiltPage, Link } from '../shared/read-page.ts';

/** What the link check needs to know of a page. */
export type LinkedPage = Pick<BuiltPage, 'url' | 'file' | 'isErrorPage' | 'ids' | 'links'>;

/** Links that leave the site when a reader follows them. */
const EXTERNAL = /^(https?:\/\/|mailto:|tel:)./i;

/**
 * Checks every link of a built site, including those that no writer wrote: header, sidebar, reference, assets.
 *
 * @param origin - Where the site is published, such as `https://docs.example.com`; links to it count as internal.
 * @param files - URLs of all files, such as `/favicon.svg`.
 * @throws WriterError that lists each broken link with its reason and the first page that has it.
 */
export function checkLinks(origin: string, pages: readonly LinkedPage[], files: ReadonlySet<string>): void {
  const pageByUrl = new Map(pages.filter((page) => !page.isErrorPage).map((page) => [page.url, page]));
  const errors = pages.flatMap((page) =>
    page.links.flatMap((link) => {
      const reason = checkLink(link, page);
      return reason ? [{ page: page.url, target: link.target, reason }] : [];
    }),
  );
  const same = Map.groupBy(errors, ({ target, reason }) => `${target}\n${reason}`);
  const lines = [...same.values()].map((each) => {
    const [first, ...more] = new Set(each.map(({ page }) => page));
    const { target, reason } = each[0]!;
    return `  ${target} on ${first}${more.length > 0 ? ` and ${more.length} more` : ''}: ${reason}`;
  });
  if (lines.length > 0)
    throw new WriterError(`The built site has ${lines.length} broken links:\n${lines.join('\n')}`);

  function checkLink({ target, kind }: Link, page: LinkedPage): string | undefined {
    if (/^(|mailto:|tel:|https?:\/*)$/i.test(target)) return 'the link is empty; give it a target.';
    if (target.startsWith('data:')) return undefined;
    if (target.startsWith('//')) return 'begins with two slashes; write one, or https:// for another site.';
    const internal = target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
    if (EXTERNAL.test(internal))
      return kind === 'asset' ? 'loads from another origin; keep the file in public/.' : undefined;
    const url = new URL(internal, `http://localhost${page.url}`);
    if (url.host !== 'localhost') return 'unknown scheme; write a path or an https URL.';
    try {
      return checkPath(decodeURIComponent(url.pathname), decodeURIComponent(url.hash.slice(1)), kind);
    } catch {
      return 'a percent sign must be written as %25.';
    }
  }

  function checkPath(path: string, fragment: string, kind: Link['kind']): string | undefined {
    if (files.has(path)) return undefined;
    if (kind === 'asset') return 'there is no such file in the built site.';
    const linked = pageByUrl.get(path);
    if (!linked)
      return pageByUrl.has(`${path}/`)
        ? `write ${path}/, with a slash at its end.`
        : `there is no such page${didYouMean(nearest(path, pageByUrl.keys()))}`;
    if (fragment === '' || fragment === 'top' || linked.ids.has(fragment)) return undefined;
    const suggestion = nearest(fragment, linked.ids);
    return `the page has no element with this ID${didYouMean(suggestion && `#${suggestion}`)}`;
  }
}

const didYouMean = (suggestion: string | undefined) => (suggestion ? `; did you mean ${suggestion}?` : '.');
