import { withBase } from '../with-base.ts';

/** What links, `URL` and `location` have in common. */
type Address = Pick<URL, 'origin' | 'pathname'>;

/** Whether an address is that of a page of this site. Pages end with a slash; files to download do not. */
export function isPage({ origin, pathname }: Address): boolean {
  return origin === location.origin && pathname.startsWith(withBase('/')) && pathname.endsWith('/');
}

/** The link to a page that an event happened on, unless it leads to a place on the same page. */
export function pageLinkOf({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element && target.closest('a');
  if (!(link instanceof HTMLAnchorElement) || !isPage(link)) return undefined;
  const same = link.pathname === location.pathname && link.search === location.search;
  return same ? undefined : link;
}
