/**
 * The `<meta>` in the head of every page. It marks pages of all our builds. The service worker shows other HTML, such as
 * the login of a captive portal, but never stores it.
 */
export const pageMarker = { name: 'portal-page', content: 'financial-data-portal-1' } as const;

/** Whether a response is HTML. */
export function isHtml({ headers }: Response): boolean {
  return typeOf(headers).startsWith('text/html');
}

/** Whether HTML is one of our pages, from any build. */
export function isOurs(html: string): boolean {
  return html.includes(pageMarker.content);
}

/**
 * Whether the host no longer has a file, because it serves a newer deploy than the one of the page: it responds with
 * 404 or 410, or with a page of ours. A foreign page, such as the login of a captive portal, doesn't count.
 *
 * @param path - Path of the file, such as `/_astro/site.BkT3x9aD.js`.
 */
export async function isGone(path: string, response: Response): Promise<boolean> {
  if (!response.ok) return [404, 410].includes(response.status);
  return isPageInstead(path, response) && isOurs(await response.text());
}

/**
 * Whether a host responded to the request for a file with a page. Some hosts do this, with status 200, for every unknown
 * URL, such as a script of the previous deploy.
 *
 * @param path - Path of the file, such as `/_astro/site.BkT3x9aD.js`.
 */
export function isPageInstead(path: string, response: Response): boolean {
  return isHtml(response) && /\.\w+$/.test(path) && !path.endsWith('.html');
}

/** The content type of a response; an empty string if it has none. */
export const typeOf = (headers: Headers) => headers.get('content-type') ?? '';
