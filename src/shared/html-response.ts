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

/** Whether HTML is one of our pages and complete. Hosts may add a comment or a script after `</html>`. */
export function isWholePage(html: string): boolean {
  return isOurs(html) && html.slice(-1_000).includes('</html>');
}

/**
 * Whether the host no longer has a file, because it serves a newer deploy than the one of the page.
 *
 * @param path - Path of the file, such as `/_astro/site.BkT3x9aD.js`.
 */
export function isGone(path: string, response: Response): boolean {
  return response.ok ? isPageInstead(path, response) : [404, 410].includes(response.status);
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

/** Content types by extension, for the files that browsers reject if the type is wrong. */
const types: Record<string, RegExp> = {
  js: /javascript/,
  css: /^text\/css/,
  json: /json/,
  svg: /^image\/svg/,
  png: /^image\//,
  webp: /^image\//,
  woff2: /font/,
  wasm: /^application\/wasm/,
};

/** Whether the content type of a file matches its extension. Files with other extensions just must not be a page. */
export function hasRightType(path: string, response: Response): boolean {
  const expected = types[path.slice(path.lastIndexOf('.') + 1)];
  return expected ? expected.test(typeOf(response.headers)) : !isPageInstead(path, response);
}

const typeOf = (headers: Headers) => headers.get('content-type') ?? '';
