import { withBase } from './with-base.ts';

/** A page in `/pages.json`. */
export interface ListedPage {
  href: string;
  title: string;
  keywords: readonly string[];
}

let list: Promise<readonly ListedPage[]> | undefined;

/** All pages with titles and keywords, or none if they can't be fetched. */
export function listedPages(): Promise<readonly ListedPage[]> {
  return (list ??= fetchPages().catch(() => {
    list = undefined;
    return [];
  }));
}

async function fetchPages(): Promise<readonly ListedPage[]> {
  const response = await fetch(withBase('/pages.json'), { signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return (await response.json()) as ListedPage[];
}
