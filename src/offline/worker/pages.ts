import { isHtml, isOurs } from '../protocol/html-response.ts';
import type { LoadReport } from '../protocol/messages.ts';
import { failurePage, find, store } from './caches.ts';
import { fetchInTime } from './network.ts';

/** Why pages weren't loaded from the network, by the IDs of their clients. Each page asks once, when it has loaded. */
export const reports = new Map<string, LoadReport>();

/**
 * Responds with a page from the network. If that fails, responds with its stored copy, or else with the page for failed
 * loads. Both are sent unchanged: their script shows the report.
 */
export async function pageResponse(event: FetchEvent): Promise<Response> {
  const { request, resultingClientId } = event;
  try {
    const page = await fetchInTime(request);
    if (page.status >= 500) throw new Error(`The server responded with ${page.status}.`);
    event.waitUntil(storePage(request.url, page.clone()).catch(() => undefined));
    return page;
  } catch (error) {
    // Let the browser drop a failed prefetch, so that the click goes to the network.
    if (request.headers.get('sec-purpose')?.includes('prefetch')) return Response.error();
    const copy = await find(['pages', 'kept'], storedUrl(request.url));
    const date = copy?.headers.get('date') ?? undefined;
    reports.set(resultingClientId, { reason: (error as Error).message, date });
    return copy ?? (await failurePage()) ?? Response.error();
  }
}

/** Stores a page if it is complete and ours, and not for example the login page of a captive portal. */
export async function storePage(url: string, page: Response): Promise<void> {
  if (page.status !== 200 || !isHtml(page)) return;
  const html = await page.text();
  if (isOurs(html)) await store('pages', storedUrl(url), new Response(html, page));
}

/** The URL under which a page is stored: without query, and with the slash that its links have. */
function storedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  const lacksSlash = !/\.[^/]+$/.test(pathname) && !pathname.endsWith('/');
  return `${origin}${pathname}${lacksSlash ? '/' : ''}`;
}
