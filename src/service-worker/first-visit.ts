import type { Visited } from '../shared/worker-messages.ts';
import { fileResponse } from './files.ts';
import { storePage } from './pages.ts';

/** Stores a page and its files from the browser's own cache, which has just loaded them. */
export async function storeVisited(event: ExtendableEvent, { page, files }: Visited): Promise<void> {
  const cached = (url: string) => new Request(url, { cache: 'force-cache' });
  // A file that has disappeared since is no loss now: the page has it.
  await Promise.allSettled([
    storePage(cached(page)),
    ...files.map((url) => fileResponse(event, cached(url))),
  ]);
}
