/** The headers that the preview server and every host in `configurations/` send. */

import { extname } from 'node:path';
import { withoutIndex } from '../shared/page-path.ts';
import { pageOfTwin, twinLinks } from '../shared/twin-path.ts';
import { escapeRegExp, type SiteFacts } from './site-facts.ts';

/** The API catalog. Hosts can't derive its content type, because the file name has no extension. */
export const apiCatalog = {
  path: '/.well-known/api-catalog',
  type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
} as const;

/** Headers that protect readers. Every response includes them. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  // Browsers ignore this header over HTTP. Once they receive it over HTTPS, they use only HTTPS for a year.
  'Strict-Transport-Security': 'max-age=31536000',
  // Other sites don't learn which page a reader came from.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'bluetooth=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), ' +
    'payment=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()',
  // For scanners that don't know `frame-ancestors`.
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** The header that keeps other sites from loading files. It's on all files but {@link crossOriginFiles}. */
export const sameOrigin = ['Cross-Origin-Resource-Policy', 'same-origin'] as const;

/** The header that lets pages on any origin read a file. */
export const crossOrigin = ['Access-Control-Allow-Origin', '*'] as const;

/** Files for programs. Web-based tools load them by URL. `*` matches anything. No file may match two patterns. */
export const crossOriginFiles = [
  ...['/*.atom', '/*.csv', '/*.md', '/*.mjs', '/*.tar.gz', '/*.txt', '/*.yaml', '/scenario.schema.json'],
  ...['/openapi/*.json', '/postman/*.json', '/values/*.json', '/.well-known/*.json', apiCatalog.path],
] as const;

/** Files that repeat pages. Search engines should list only the pages. Markdown at a page's URL counts as the page. */
export const repeatedFiles = ['/*.md', '/*.txt'] as const;

/** Keeps a file out of search engines. */
export const noIndex = ['X-Robots-Tag', 'noindex'] as const;

/** The values of `Cache-Control`. */
export const caching = {
  // Browsers revalidate their copy before each use, so nobody sees an outdated page.
  usual: 'no-cache',
  // The click that follows a prefetch needs no second request. One minute is long enough for that click, but doesn't
  // hide a new deploy for long. Shared caches must not keep the response.
  prefetch: 'private, max-age=60',
  // For files in `_astro/`, whose names contain a content hash.
  hashed: 'public, max-age=31536000, immutable',
} as const;

/** Maps file extensions to content types. */
export const contentTypes: Readonly<Record<string, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  gz: 'application/gzip',
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
  // RFC 9512 registers this type. Most hosts know only its older names or none.
  yaml: 'application/yaml; charset=utf-8',
};

/** The content types of text, which hosts compress, and their media types. */
export const textTypes = [...new Set(Object.values(contentTypes).filter((type) => type.includes('charset')))];
export const textMediaTypes = textTypes.flatMap((type) => type.split(';', 1));

/** The content type of all other files. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** A file's content type, based on the extension of its name. */
export function contentType(file: string): string {
  if (file.endsWith(apiCatalog.path)) return apiCatalog.type;
  const extension = extname(file).slice(1).toLowerCase();
  // A file extension could be the name of an inherited property, such as `constructor`.
  return Object.hasOwn(contentTypes, extension) ? contentTypes[extension]! : UNKNOWN_TYPE;
}

/** A regular expression for file paths, in a syntax that every host supports. */
export const patternOf = (base: string, files: readonly string[]): string =>
  `^${escapeRegExp(base)}(?:${files.map((file) => escapeRegExp(file).replace('\\*', '.*')).join('|')})$`;

/** The redirects that lead to {@link crossOriginFiles}. Pages on any origin can follow them. */
export function crossOriginRedirects({ base, redirects }: SiteFacts): string[] {
  const pattern = new RegExp(patternOf(base, crossOriginFiles));
  return Object.keys(redirects).filter((from) => pattern.test(redirects[from] ?? ''));
}

/** Markdown files that aren't another version of a page. */
export const otherMarkdown = '(?:404|AGENTS|skill)';

/** Joins the lines of a configuration. Each entry of a table becomes one line. */
export function linesOf<Value>(
  table: Readonly<Record<string, Value>>,
  line: (name: string, value: Value) => string,
) {
  return Object.entries(table)
    .map(([name, value]) => line(name, value))
    .join('\n');
}

/** The status codes for which a host shows `500.html`. */
export const serverErrors = [500, 502, 503, 504] as const;

/** The links on every page, its Markdown twin, and the API catalog that tell programs where to start. */
export const startLinks = (base: string): string =>
  `<${base}/llms.txt>; rel="describedby"; type="text/plain", <${base}${apiCatalog.path}>; rel="api-catalog"`;

/** The link from a page to its Markdown twin. */
export const alternateLink = (twin: string): string => `<${twin}>; rel="alternate"; type="text/markdown"`;

/** The link from a Markdown twin to its page. */
export const canonicalLink = (page: string): string => `<${page}>; rel="canonical"`;

/** The links in the headers of a page, its Markdown twin, or the API catalog. Other files have no links. */
function linksFor({ origin, base }: SiteFacts, path: string): string[] {
  const page = withoutIndex(path);
  if (page.endsWith('/')) return [alternateLink(twinLinks(base)(page)), startLinks(base)];
  // RFC 9727 requires a link with `rel="api-catalog"` for HEAD.
  if (path === base + apiCatalog.path) return [startLinks(base)];
  if (!path.endsWith('.md')) return [];
  if (new RegExp(`/${otherMarkdown}\\.md$`).test(path)) return [startLinks(base)];
  return [canonicalLink(origin + pageOfTwin(path)), startLinks(base)];
}

interface ResponseFacts {
  path: string;
  type: string;
  /** False for errors, which browsers must not cache. */
  found: boolean;
  prefetch: boolean;
  /** True for Markdown at a page's URL. */
  negotiated?: boolean;
}

/** A response's headers, except headers that describe its content. Without a policy, omits its header. */
export function headersFor(site: SiteFacts, { path, type, found, prefetch, negotiated }: ResponseFacts) {
  const { base, policy } = site;
  const isOneOf = (files: readonly string[]) => found && new RegExp(patternOf(base, files)).test(path);
  const isHashed = found && path.startsWith(`${base}/_astro/`);
  const links = found ? linksFor(site, path) : [];
  return {
    'Cache-Control': caching[isHashed ? 'hashed' : found && prefetch ? 'prefetch' : 'usual'],
    // Only pages need a policy. On a slow connection, this header takes as long to load as a small script.
    ...(policy && type.startsWith('text/html') && { 'Content-Security-Policy': policy }),
    ...securityHeaders,
    ...Object.fromEntries([
      isOneOf(crossOriginFiles) || crossOriginRedirects(site).includes(path) ? crossOrigin : sameOrigin,
      ...(isOneOf(repeatedFiles) && !negotiated ? [noIndex] : []),
    ]),
    ...(links.length > 0 && { Link: links.join(', ') }),
  };
}

/** A weight in `Accept` without trailing zeros, so that hosts can compare weights as strings. */
const WEIGHT = '(1|0(?:\\.[0-9]*[1-9])?)';

/** Regular expressions that match a media type in `Accept` and capture its weight. No weight means 1. */
const weighed = (type: string): readonly [pattern: string, weight: string][] => [
  [`(?:^|,)\\s*${type}\\s*(?:;[^,;]*)*;\\s*q=${WEIGHT}[.0]*\\s*(?:[,;]|$)`, '$1'],
  [`(?:^|,)\\s*${type}\\s*(?:;\\s*[^qQ,;\\s][^,;]*)*(?:,|$)`, '1'],
];

/** The weights of Markdown and HTML in `Accept`. The first matching pattern wins. Without a match, the weight is 0. */
export const weights = {
  markdown: weighed('text/markdown'),
  html: ['text/html', 'text/\\*', '\\*/\\*'].flatMap(weighed),
} as const;

/** Matches an `Accept` header that lists HTML before Markdown. */
export const HTML_FIRST = 'text/html.*text/markdown';

/** True if a program prefers Markdown to HTML, as RFC 9110 defines. If their weights are equal, the first type wins. */
export function prefersMarkdown(accept: string): boolean {
  const weightOf = (patterns: typeof weights.markdown) => {
    for (const [pattern] of patterns) {
      const match = new RegExp(pattern, 'i').exec(accept);
      if (match) return match[1] ?? '1';
    }
    return '0';
  };
  const [markdown, html] = [weightOf(weights.markdown), weightOf(weights.html)];
  const isFirst = markdown !== '0' && !new RegExp(HTML_FIRST, 'i').test(accept);
  return markdown > html || (markdown === html && isFirst);
}
