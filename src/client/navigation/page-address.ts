import { withBase } from '../support/with-base.ts';

/** The properties that links, `URL` and `location` share. */
type UrlParts = Pick<URL, 'origin' | 'pathname'>;

/** Whether a URL is a page of this site. Paths of pages end with a slash; paths of files don't. */
export function isPage({ origin, pathname }: UrlParts): boolean {
  return origin === location.origin && pathname.startsWith(withBase('/')) && pathname.endsWith('/');
}

/** Returns the link that an event happened on, if it leads to another page of this site. */
export function pageLinkOf({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element && target.closest('a');
  if (!(link instanceof HTMLAnchorElement) || !isPage(link)) return undefined;
  const same = link.pathname === location.pathname && link.search === location.search;
  return same ? undefined : link;
}
