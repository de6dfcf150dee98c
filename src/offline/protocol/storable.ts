import { isOurs, isPageInstead, typeOf } from './html-response.ts';

/* What may be stored. Not in `html-response.ts`, which every page loads. */

/** Whether HTML is one of our pages and complete. Hosts may add a comment or a script after `</html>`. */
export function isWholePage(html: string): boolean {
  return isOurs(html) && html.slice(-1_000).includes('</html>');
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
