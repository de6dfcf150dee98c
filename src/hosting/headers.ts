/** What every host of the site sends: the preview server, and those in `configurations/`. */

import type { SiteFacts } from './site-facts.ts';

/** Headers that protect readers, on every response. */
export const protection = {
  'X-Content-Type-Options': 'nosniff',
  // Browsers ignore it on HTTP, and then never use HTTP again for a year.
  'Strict-Transport-Security': 'max-age=31536000',
  // Other sites don't learn which page a reader came from.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()',
  // For scanners that don't know `frame-ancestors`.
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** The values of `Cache-Control`. */
export const caching = {
  // Browsers cache the response but revalidate it before each use: nobody sees an outdated page.
  usual: 'no-cache',
  // The click that follows a prefetch needs no second request. A minute is long enough for that click and short enough
  // for the next deploy. Shared caches must not keep the response.
  prefetch: 'private, max-age=60',
  // For files of `_astro/`, whose names contain a hash of the content.
  hashed: 'public, max-age=31536000, immutable',
} as const;

/** Content types by file extension. A file with any other extension is sent as {@link UNKNOWN_TYPE}. */
export const contentTypes: Readonly<Record<string, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
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

/** The content types of text, which hosts compress. */
export const textTypes = [...new Set(Object.values(contentTypes).filter((type) => type.includes('charset')))];

/** The content type of files with an extension that {@link contentTypes} doesn't list. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** A file whose name has no extension, and its content type. */
export const apiCatalog = {
  path: '/.well-known/api-catalog',
  type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
} as const;

/** The content type of a file, by its name. */
export function contentType(file: string): string {
  if (file.endsWith(apiCatalog.path)) return apiCatalog.type;
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(contentTypes, extension) ? contentTypes[extension]! : UNKNOWN_TYPE;
}

/**
 * The headers of a response, apart from those that describe its content.
 *
 * @param site - Without a policy, none is sent.
 * @param path - The path of the request.
 * @param found - Whether the response is a file of the site rather than an error, which no browser may cache.
 * @param prefetch - Whether the request is a prefetch.
 */
export function headersFor(
  { base, policy }: Pick<SiteFacts, 'base'> & Partial<SiteFacts>,
  path: string,
  found: boolean,
  prefetch: boolean,
): Record<string, string> {
  const isHashed = found && path.startsWith(`${base}/_astro/`);
  return {
    'Cache-Control': caching[isHashed ? 'hashed' : found && prefetch ? 'prefetch' : 'usual'],
    // Policies apply only to pages and workers. On a slow connection, this one takes as long as a small script.
    ...(policy && !isHashed && { 'Content-Security-Policy': policy }),
    ...protection,
  };
}

/** Matches the `Accept` header of programs that prefer Markdown to HTML: they list it first. Every host can compile it. */
export const PREFERS_MARKDOWN = '^\\s*text/markdown';
