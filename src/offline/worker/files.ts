import { isHtml } from '../protocol/html-response.ts';
import { find, store } from './caches.ts';
import { fetchInTime } from './network.ts';

declare const self: ServiceWorkerGlobalScope;

/** Files whose names contain a hash of their content. */
const NEVER_CHANGES = /\/_astro\/|\/pagefind\/(index|fragment)\//;

/** Whether the worker responds to a request: for a file of this site, unless "Keep the whole site" downloads it. */
export function isFile({ method, cache, url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  return (
    method === 'GET' && cache !== 'no-cache' && origin === self.location.origin && /\.\w+$/.test(pathname)
  );
}

/**
 * Responds with a file. Files that never change come from a cache first, others from the network first. The kept site
 * comes before the files of visited pages, because its search index is complete.
 */
export async function fileResponse(event: ExtendableEvent, request: Request): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  // Without the query: that of the search index is a timestamp.
  const url = origin + pathname;
  const findCopy = () => find(['kept', 'files', 'shell'], url);
  const isStatic = NEVER_CHANGES.test(pathname);
  // Pages request a file with `reload` if it arrived damaged.
  const copy = isStatic && request.cache !== 'reload' ? await findCopy() : undefined;
  if (copy) return copy;

  const network = isStatic ? fetch(request) : fetchInTime(request);
  // WebKit lists a script that failed to load among the page's resources only with a status, and Retry needs its URL.
  const failed = () =>
    request.destination === 'script' ? new Response(null, { status: 504 }) : Response.error();
  const response = await network.catch(failed);
  if (response.status === 0 || response.status >= 500) return (await findCopy()) ?? response;
  event.waitUntil(storeFile(url, response.clone()).catch(() => undefined));
  return response;
}

/** Stores a file, unless the host sent a page in its place, as some do for files that they don't have. */
async function storeFile(url: string, response: Response): Promise<void> {
  if (response.status === 200 && !isHtml(response)) await store('files', url, response);
}
