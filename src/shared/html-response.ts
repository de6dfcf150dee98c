/**
 * The `<meta>` in the head of every page. It proves that a page is ours, of whatever build, and not that of a captive
 * portal or a proxy, which is shown but never stored.
 */
export const pageMarker = { name: 'portal-page', content: 'financial-data-portal-1' } as const;

/** Whether a response is HTML. */
export function isHtml({ headers }: Response): boolean {
  return typeOf(headers).startsWith('text/html');
}

/** Whether HTML begins as one of our pages, of whatever build; foreign pages lack the marker. */
export function isOurs(html: string): boolean {
  return html.includes(pageMarker.content);
}

/** Whether HTML is one of our pages from beginning to end. Hosts may add a comment or a script after it. */
export function isWholePage(html: string): boolean {
  return isOurs(html) && html.slice(-1_000).includes('</html>');
}

/**
 * Whether the host no longer has a file, because it serves another deploy than the one that requested it.
 *
 * @param path - The file, such as `/_astro/site.BkT3x9aD.js`.
 */
export function isGone(path: string, response: Response): boolean {
  return response.ok ? isPageInstead(path, response) : [404, 410].includes(response.status);
}

/**
 * Whether a host responded with a page to the request for a file. Some do so, with status 200, for every URL that they
 * have nothing for, such as a script of the previous deploy.
 *
 * @param path - The file, such as `/_astro/site.BkT3x9aD.js`.
 */
export function isPageInstead(path: string, response: Response): boolean {
  return isHtml(response) && /\.\w+$/.test(path) && !path.endsWith('.html');
}

/** Content types by file extension, for the files that browsers refuse when the type is wrong. */
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

/** Whether the content type of a file fits its extension; a file of another kind must only not be a page. */
export function hasRightType(path: string, response: Response): boolean {
  const expected = types[path.slice(path.lastIndexOf('.') + 1)];
  return expected ? expected.test(typeOf(response.headers)) : !isPageInstead(path, response);
}

const typeOf = (headers: Headers) => headers.get('content-type') ?? '';
