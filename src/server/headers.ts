/** Headers that every host of the site sends. Our own server reads them here; so should any other. */

/** Headers for all paths that start with a prefix. */
export interface HeaderRule {
  /** Prefix of the paths, from the root of the site: `/` means every path. */
  readonly path: string;
  /**
   * Limits the rule. `found`: only to files that exist, so that no error is cached. `prefetch`: also only to
   * requests whose `Sec-Purpose` or `Purpose` header says "prefetch".
   */
  readonly when?: 'found' | 'prefetch';
  readonly headers: Readonly<Record<string, string>>;
}

/** A later rule replaces the headers of an earlier one. */
export const headerRules: readonly HeaderRule[] = [
  {
    path: '/',
    headers: {
      // Browsers cache the response but revalidate it before each use: nobody sees an outdated page.
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  },
  {
    // The click that follows a prefetch needs no second request. A minute is long enough for that click and
    // short enough for the next deploy. Shared caches must not keep the response.
    path: '/',
    when: 'prefetch',
    headers: { 'cache-control': 'private, max-age=60' },
  },
  {
    // These file names contain a hash of the content.
    path: '/_astro/',
    when: 'found',
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  },
];

/** Content types by file extension. A file with any other extension is sent as {@link UNKNOWN_TYPE}. */
export const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  py: 'text/x-python; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
  // Registered by RFC 9512. Most hosts know only older names or none.
  yaml: 'application/yaml; charset=utf-8',
};

export const UNKNOWN_TYPE = 'application/octet-stream';

/** The content type of a file, by its name. */
export function contentType(file: string): string {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(contentTypes, extension) ? contentTypes[extension]! : UNKNOWN_TYPE;
}

/**
 * The headers of a response, apart from those that describe its content.
 *
 * @param path - The path of the request.
 * @param found - Whether the response is a file of the site rather than an error.
 * @param prefetch - Whether the request is a prefetch.
 */
export function headersFor(path: string, found: boolean, prefetch: boolean): Record<string, string> {
  const rules = headerRules.filter(
    (rule) =>
      (rule.path === '/' || path.startsWith(rule.path)) &&
      (rule.when === undefined || (found && (rule.when === 'found' || prefetch))),
  );
  return Object.assign({}, ...rules.map(({ headers }) => headers)) as Record<string, string>;
}
