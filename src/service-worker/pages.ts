import { ExpirationPlugin } from 'workbox-expiration';
import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { offline, SILENCE_LIMIT } from '../config/offline.ts';
import { isHtml } from '../shared/html-response.ts';
import { failurePage, offlineCopy } from './responses.ts';
import { receive } from './stream.ts';
import { describeFailure, NoAnswerInTime, ServerFault, within } from './failure.ts';
import { newestCopy, storedAddress, stores } from './caches.ts';

/**
 * A page from the network, streamed as it arrives; when it fails, the newest stored copy, marked as one; when
 * there is none, the page that says what failed. Whatever arrives is stored, also when it comes too late.
 */
class Pages extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const address = storedAddress(new URL(request.url));
    const answer = handler.fetch(request).then(async (response) => {
      if (response.status >= 500) throw new ServerFault(response);
      if (!isPage(response)) return response;
      const { shown, whole } = await receive(response);
      // A page that breaks off is not stored; an earlier copy stays.
      const stored = whole.then((page) => handler.cachePut(address, page));
      void handler.waitUntil(stored.catch(() => undefined));
      return shown;
    });
    const tooLate = new NoAnswerInTime();
    // Not for ever: browsers hold back the next request for the page as long as this one is under way.
    void handler.waitUntil(within(SILENCE_LIMIT, answer, tooLate).catch(() => undefined));
    try {
      return await within(offline.answerLimit, answer, tooLate);
    } catch (error) {
      // Nobody has asked for it yet. The click asks anew, when all may be well, and not for an old copy.
      if (isFetchedAhead(request)) return Response.error();
      const failure = describeFailure(error);
      const copy = await newestCopy(address);
      return copy ? offlineCopy(copy, failure) : failurePage(failure);
    }
  }
}

/** What is stored: whole pages, not redirections, downloads or pages that say that there is none. */
function isPage(answer: Response): boolean {
  return answer.status === 200 && !answer.redirected && isHtml(answer);
}

function isFetchedAhead({ headers }: Request): boolean {
  return /\bprefetch\b/.test(headers.get('sec-purpose') ?? '');
}

/** How pages are answered: from the network first, then from what is stored. */
export const pages = new Pages({
  cacheName: stores.pages,
  plugins: [new ExpirationPlugin({ maxEntries: offline.mostEntries.pages })],
});
