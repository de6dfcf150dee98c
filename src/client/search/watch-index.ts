import { fetchWhole } from '../islands/preload.ts';

/**
 * Watches how Pagefind loads its index. Pagefind hides a file that doesn't arrive: it finds less, finds nothing, or
 * searches forever. It has no setting for how it fetches, so this wraps the page's `fetch` for the files of the index.
 * What the browser itself reports about loaded files differs too much: Firefox, for one, gives no size for a file
 * that came through a service worker.
 *
 * @param folder - Path of the index, with slashes at both ends.
 * @param onLost - Called for each file that doesn't arrive whole, or that comes as a page.
 * @returns Stops watching.
 */
export function watchIndex(folder: string, onLost: (error: Error) => void): () => void {
  const original = window.fetch;
  const watched: typeof fetch = async (input, options) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    // Pagefind passes a URL alone. Requests with options are from others, such as "Keep these docs offline".
    const isPagefind = !options && url.origin === location.origin && url.pathname.startsWith(folder);
    if (!isPagefind) return original(input, options);
    try {
      return await fetchWhole(url.href, original);
    } catch (error) {
      onLost(error as Error);
      // Whoever listens takes the search down. An error would reach nobody but the console.
      return new Promise<never>(() => undefined);
    }
  };
  window.fetch = watched;
  return () => {
    if (window.fetch === watched) window.fetch = original;
  };
}
