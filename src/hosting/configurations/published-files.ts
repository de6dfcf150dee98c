import * as headers from '../headers.ts';
import type { SiteFacts } from '../site-facts.ts';

/**
 * `_headers` for Netlify and Cloudflare Pages. Cloudflare joins the values of all rules that match a path, so pages
 * keep its own `Cache-Control`: `max-age=0, must-revalidate` means the same as our `no-cache`. Neither host can
 * distinguish a prefetch from a visit. Netlify sends `Content-Type` twice unless it's capitalized. An error page can
 * have any path, so all files get the policy, and only an existing path gets a content type.
 */
export function headersFile({ base, policy }: SiteFacts): string {
  const { apiCatalog, crossOrigin, sameOrigin, crossOriginFiles, repeatedFiles, noIndex } = headers;
  const rule = (path: string, ...lines: (readonly [name: string, value: string | false | undefined])[]) => {
    const present = lines.filter(([, value]) => value);
    return `${path}\n${present.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
  };
  const security = Object.entries(headers.securityHeaders);
  const fileRule = (file: (typeof crossOriginFiles)[number]) =>
    rule(
      base + file,
      crossOrigin,
      ['Content-Type', file === apiCatalog.path && apiCatalog.type],
      [noIndex[0], repeatedFiles.some((pattern) => pattern === file) && noIndex[1]],
    );
  return [
    rule('/*', ['Content-Security-Policy', policy], ...security, ['Link', headers.startLinks(base)]),
    ...[`${base}/`, `${base}/*/`, `${base}/pagefind/*`].map((path) => rule(path, sameOrigin)),
    rule(`${base}/_astro/*`, ['Cache-Control', headers.caching.hashed], sameOrigin),
    ...crossOriginFiles.map(fileRule),
  ].join('');
}

/** `_redirects` for Netlify and Cloudflare Pages. */
export function redirectsFile({ redirects }: SiteFacts): string {
  return `${headers.linesOf(redirects, (from, to) => `${from} ${to} 301`)}\n`;
}
