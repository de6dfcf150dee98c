import { isHtml } from '../shared/html-response.ts';
import { build } from './build.ts';
import { dateOf, pageStores, stores } from './caches.ts';

/** How many stored pages the failure page lists. */
const MOST_LISTED = 20;

/** A stored copy that says that it is one, when it was made, and why it is shown. Files are left as they are. */
export async function offlineCopy(copy: Response, failure: string): Promise<Response> {
  if (!isHtml(copy)) return copy;
  const html = await copy.text();
  const notice = copyNotice(dateOf(copy), failure);
  const marked = html
    .replace('</head>', () => `${build.noticeHead}</head>`)
    .replace(/<main\b[^>]*>/, (main) => main + notice);
  return new Response(marked, { headers: headersOf(copy) });
}

/** The page that stands in for one that could not be loaded, with what failed and the pages that are stored. */
export async function failurePage(failure: string): Promise<Response> {
  const page = await caches.match(build.failurePage, { cacheName: stores.shell, ignoreVary: true });
  if (!page) return Response.error();
  const list = await storedPages();
  const filled = (await page.text())
    .replace('<failed-load', '<failed-load data-failed')
    .replace(/(<p data-failure[^>]*>)[^<]*/, (_all, tag: string) => tag + failure)
    .replace(/(<section data-stored[^>]*?) hidden/, list === '' ? '$&' : '$1')
    .replace(/(<ul data-stored-pages[^>]*>)/, (tag) => tag + list);
  return new Response(filled, { status: 503, headers: headersOf(page) });
}

function copyNotice(date: number, failure: string): string {
  const when = date === 0 ? 'an earlier visit' : `<time datetime="${iso(date)}">${readable(date)}</time>`;
  return notice(`<strong>Offline copy</strong> of ${when}. ${failure}`);
}

/** What ends a page that broke off: it closes what may be open, and the notice then finds its place. */
export function brokenEnd(failure: string): string {
  return `"'--></script></style></template></svg></pre></select></button></p>${build.noticeHead}${notice(
    `<strong>This page is not complete.</strong> ${failure}`,
  )}`;
}

function notice(text: string): string {
  return (
    `<failed-load class="on-page not-content"><p role="status">${text}</p>` +
    '<p><button type="button">Retry</button> <span role="status"></span></p></failed-load>'
  );
}

const iso = (date: number) => new Date(date).toISOString();

const readable = (date: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(date);

/** The body is decompressed and changed since: what spoke of its bytes no longer holds. */
function headersOf({ headers }: Response): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) kept.delete(name);
  return kept;
}

/** Links to the stored pages, those that were read last first. */
async function storedPages(): Promise<string> {
  const addresses = new Map<string, { name: string; date: number }>();
  for (const name of await pageStores()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const copy = await cache.match(url);
      if (!copy || !isHtml(copy)) continue;
      const date = dateOf(copy);
      if (date >= (addresses.get(url)?.date ?? 0)) addresses.set(url, { name, date });
    }
  }
  const newest = [...addresses].sort(([, one], [, other]) => other.date - one.date).slice(0, MOST_LISTED);
  const links = newest.map(async ([url, { name }]) => {
    const copy = await caches.match(url, { cacheName: name });
    const path = new URL(url).pathname;
    return `<li><a href="${path.replace(/^\/+/, '/')}">${(copy && (await titleOf(copy))) ?? path}</a></li>`;
  });
  return (await Promise.all(links)).join('');
}

/** The title of a page, as HTML. It stands in the first bytes; the rest is not read. */
async function titleOf(page: Response): Promise<string | undefined> {
  const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader();
  const { value = '' } = (await reader?.read()) ?? {};
  void reader?.cancel();
  // Ours has no raw `<`; a foreign title is text and may not become elements.
  return /<title>(.*?)( \| [^|]*)?<\/title>/s.exec(value)?.[1]?.replaceAll('<', '&lt;');
}
