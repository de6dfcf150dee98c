import { fetchWhole } from '../islands/preload.ts';

/**
 * Detects failures while Pagefind loads its index. Pagefind hides them: it finds less, finds nothing, or searches
 * forever. It has no setting for how it fetches, so this wraps the page's `fetch` for the files of the index. Resource
 * timing isn't reliable enough: Firefox reports no size for files that come through a service worker.
 *
 * @param folder - Path of the index, with slashes at both ends.
 * @param onLost - Called for each file that fails, arrives incomplete, or is a page instead.
 * @returns A function that stops watching.
 */
export function watchIndex(folder: string, onLost: (error: Error) => void): () => void {
  const original = window.fetch;
  const watched: typeof fetch = async (input, options) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    // Pagefind passes only a URL. Requests with options are from other code, such as "Keep these docs offline".
    const isPagefind = !options && url.origin === location.origin && url.pathname.startsWith(folder);
    if (!isPagefind) return original(input, options);
    try {
      return await fetchWhole(url.href, original);
    } catch (error) {
      onLost(error as Error);
      // The listener removes the search. Rejecting would only log an unhandled error.
      return new Promise<never>(() => undefined);
    }
  };
  window.fetch = watched;
  return () => {
    if (window.fetch === watched) window.fetch = original;
  };
}
