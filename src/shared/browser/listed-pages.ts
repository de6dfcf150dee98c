import { withBase } from './with-base.ts';

/** A page in `/pages.json`. */
export interface ListedPage {
  href: string;
  title: string;
  keywords: readonly string[];
}

let list: Promise<readonly ListedPage[]> | undefined;

/** All pages with their titles and keywords. Empty if the list can't be fetched. */
export function listedPages(): Promise<readonly ListedPage[]> {
  return (list ??= fetch(withBase('/pages.json'), { signal: AbortSignal.timeout(5_000) })
    .then((response) => response.json() as Promise<ListedPage[]>)
    .catch(() => {
      list = undefined;
      return [];
    }));
}
