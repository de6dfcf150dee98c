import { fetchWhole } from './preload.ts';

/** Parts of the index that arrived damaged. A cache would return the same bytes again. */
const damaged = new Set<string>();

/**
 * Fetches a file of the index, and checks each part of it with the checksum that gzip has.
 *
 * @throws LoadError if the file fails, or Error if it is damaged.
 */
async function fetchPart({ href, pathname }: URL, original: typeof fetch): Promise<Response> {
  const pastCaches: typeof fetch = (input, options) => original(input, { ...options, cache: 'reload' });
  const response = await fetchWhole(href, damaged.delete(href) ? pastCaches : original);
  if (!/\.pf_\w+$/.test(pathname)) return response;
  const content = response.clone().body!.pipeThrough(new DecompressionStream('gzip'));
  try {
    await new Response(content).arrayBuffer();
  } catch {
    damaged.add(href);
    throw new Error(`${pathname} is damaged.`);
  }
  return response;
}

/**
 * Detects failures while Pagefind loads its index. Pagefind hides them: it finds less, finds nothing, or searches
 * forever. It has no setting for how it fetches, so this wraps the page's `fetch` for the files of the index. Resource
 * timing isn't reliable enough: Firefox reports no size for files that come through a service worker.
 *
 * @param folder - Path of the index, with slashes at both ends.
 * @param onLost - Called for each file that fails, arrives incomplete or damaged, or is a page instead.
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
      return await fetchPart(url, original);
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
