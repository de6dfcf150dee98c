/** Headers that every host of the site sends: the preview server, and those in `configurations/`. */

import { contentSecurityPolicy } from './policy.ts';
import type { SiteFacts } from './site-facts.ts';

/** Headers for all paths that start with a prefix. */
export interface HeaderRule {
  /** Prefix of the paths, with the base path of the site: `/` means every path. */
  readonly path: string;
  /**
   * Limits the rule. `found`: only to files that exist, so that no error is cached. `prefetch`: also only to
   * requests whose `Sec-Purpose` or `Purpose` header says "prefetch".
   */
  readonly when?: 'found' | 'prefetch';
  /** Values by lowercase name. An empty value removes the header. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers that protect readers, on every response. */
const protection = {
  'x-content-type-options': 'nosniff',
  // Browsers ignore it on HTTP, and then never use HTTP again for a year.
  'strict-transport-security': 'max-age=31536000',
  // Other sites don't learn which page a reader came from.
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()',
  // For scanners that don't know `frame-ancestors`.
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * The headers of a site; a later rule replaces the headers of an earlier one.
 *
 * @param facts - From the build. Without them, no policy is sent: it would block the inline scripts of the pages.
 */
export function headerRules(facts?: SiteFacts): readonly HeaderRule[] {
  return [
    {
      path: '/',
      headers: {
        // Browsers cache the response but revalidate it before each use: nobody sees an outdated page.
        'cache-control': 'no-cache',
        ...(facts && { 'content-security-policy': contentSecurityPolicy(facts.inline) }),
        ...protection,
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
      path: `${facts?.base ?? ''}/_astro/`,
      when: 'found',
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        // Policies apply only to pages and workers. On a slow connection, this one takes as long as a small script.
        ...(facts && { 'content-security-policy': '' }),
      },
    },
  ];
}

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
 * @param rules - From {@link headerRules}.
 * @param path - The path of the request.
 * @param found - Whether the response is a file of the site rather than an error.
 * @param prefetch - Whether the request is a prefetch.
 */
export function headersFor(
  rules: readonly HeaderRule[],
  path: string,
  found: boolean,
  prefetch: boolean,
): Record<string, string> {
  const matching = rules.filter(
    (rule) =>
      (rule.path === '/' || path.startsWith(rule.path)) &&
      (rule.when === undefined || (found && (rule.when === 'found' || prefetch))),
  );
  const headers = Object.assign({}, ...matching.map((rule) => rule.headers)) as Record<string, string>;
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

/** Matches the `Accept` header of programs that prefer Markdown to HTML: they list it first. Every host can compile it. */
export const PREFERS_MARKDOWN = '^\\s*text/markdown';
