import type { Visited } from '../shared/visited.ts';
import { strategyFor } from './files.ts';
import { pages } from './pages.ts';

/** Stores a page and its files from the browser's own cache, which has just loaded them. */
export function storeVisited(event: ExtendableMessageEvent): void {
  const message = event.data as Visited | undefined;
  if (message?.type !== 'visited') return;
  const visited = [
    { address: message.page, strategy: pages },
    ...message.files.map((address) => ({ address, strategy: strategyFor(new URL(address).pathname) })),
  ];
  for (const { address, strategy } of visited) {
    const request = new Request(address, { cache: 'force-cache' });
    // A file that is gone since is no loss now: the page has it.
    event.waitUntil(Promise.allSettled(strategy.handleAll({ event, request })));
  }
}
