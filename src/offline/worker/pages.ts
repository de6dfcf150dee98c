import { RESPONSE_LIMIT, SILENCE_LIMIT } from '../../config/offline.ts';
import { isHtml } from '../protocol/html-response.ts';
import { isWholePage } from '../protocol/storable.ts';
import { stampedHeaders, storedAt } from '../protocol/stored-at.ts';
import { within } from '../protocol/within.ts';
import { LIVE } from '../protocol/worker-messages.ts';
import { copiesOf, failurePage, store } from './caches.ts';
import { describeFailure, noResponseInTime, Refusal, serverError } from './failure.ts';
import { report } from './reports.ts';
import { receive } from './stream.ts';

/**
 * Responds with a page from the network, streamed as it arrives. If that fails, responds with the newest stored copy,
 * or else with the failure page. Both are sent unchanged; their own script requests the report and shows it. Every page
 * of ours that arrives completely is stored, even after the time limit.
 */
export async function pageResponse(event: FetchEvent): Promise<Response> {
  const page = load(event);
  // Limit the wait. Browsers hold back the next request for the page while this one is pending.
  event.waitUntil(within(SILENCE_LIMIT, page, noResponseInTime()).catch(() => undefined));
  try {
    return await within(RESPONSE_LIMIT, page, noResponseInTime());
  } catch (error) {
    // The prefetch failed. Return an error so the click goes to the network, and not to an old copy.
    if (isPrefetch(event.request)) return Response.error();
    return (await instead(event, error)) ?? Response.error();
  }
}

/** Loads a page, and stores it if it is ours and complete. */
export async function storePage(request: Request): Promise<void> {
  const response = await fetch(request);
  if (!isPage(response)) return;
  const html = await response.text();
  if (!isWholePage(html)) return;
  await keep(storedUrl(request), response, html);
}

async function keep(url: string, response: Response, body: BodyInit): Promise<void> {
  const headers = stampedHeaders(response, await copiesOf(url));
  await store('pages', url, new Response(body, { headers }));
}

async function load(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const preloaded = (await event.preloadResponse) as Response | undefined;
  const response = preloaded ?? (await fetch(request));
  if (response.status >= 500) throw serverError(response);
  if (isRefused(response) && !isLive(request) && (await copiesOf(storedUrl(request))).length > 0)
    throw new Refusal(serverError(response).message);
  if (!isPage(response)) return response;

  const { shown, whole } = await receive(response, {
    // The browser drops a broken prefetch, and the click goes to the network.
    endsClean: !isPrefetch(request),
    onCut: (error) => report(event, { kind: 'cut', reason: describeFailure(error) }),
  });
  const stored = whole.then((body) => body && keep(storedUrl(request), response, body));
  event.waitUntil(stored.catch(() => undefined));
  return shown;
}

async function instead(event: FetchEvent, error: unknown): Promise<Response | undefined> {
  const [copy] = await copiesOf(storedUrl(event.request));
  const why = { reason: describeFailure(error), refused: error instanceof Refusal };
  await report(
    event,
    copy ? { kind: 'copy', ...why, storedAt: storedAt(copy) } : { kind: 'failure', ...why },
  );
  return copy ?? failurePage();
}

/**
 * Whether the server refuses the page. Readers with a stored copy get that instead. A firewall may refuse with a
 * challenge, so the copy's notice links to the server's response.
 */
function isRefused({ status }: Response): boolean {
  return [403, 429].includes(status);
}

/** Whether the reader wants the server's own response, even a refusal. */
function isLive({ url }: Request): boolean {
  return new URL(url).searchParams.has(LIVE);
}

/** Whether a response is a page that may be stored, rather than a redirect, a download or the not-found page. */
function isPage(response: Response): boolean {
  return response.status === 200 && !response.redirected && isHtml(response);
}

function isPrefetch({ headers }: Request): boolean {
  return /\bprefetch\b/.test(headers.get('sec-purpose') ?? '');
}

/** The URL under which a page is stored: without query, and with the slash that its links have. */
function storedUrl({ url }: Request): string {
  const { origin, pathname } = new URL(url);
  const isFolder = !/\.[^/]+$/.test(pathname) && !pathname.endsWith('/');
  return `${origin}${pathname}${isFolder ? '/' : ''}`;
}
