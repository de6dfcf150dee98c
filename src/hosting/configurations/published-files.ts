import * as headers from '../headers.ts';
import type { SiteFacts } from '../site-facts.ts';

/**
 * `_headers` for Netlify and Cloudflare Pages. Cloudflare joins the values of all rules that match a path, so pages
 * keep its own `Cache-Control`: `max-age=0, must-revalidate` means the same as our `no-cache`. Neither host can
 * distinguish a prefetch from a visit. Netlify sends `Content-Type` twice unless it's capitalized. An error page can
 * have any path, so all files get the policy without Trusted Types, and only an existing path gets a content type.
 */
export function headersFile({ base, policy }: SiteFacts): string {
  const { apiCatalog, crossOrigin, sameOrigin, openFiles, repeatedFiles, unlisted } = headers;
  const rule = (path: string, ...lines: (readonly [name: string, value: string | false | undefined])[]) => {
    const set = lines.filter(([, value]) => value);
    return `${path}\n${set.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
  };
  const all = [['Content-Security-Policy', policy], ...Object.entries(headers.protection)] as const;
  const ofFile = (file: (typeof openFiles)[number]) =>
    rule(
      base + file,
      crossOrigin,
      ['Content-Type', file === apiCatalog.path && apiCatalog.type],
      [unlisted[0], repeatedFiles.some((each) => each === file) && unlisted[1]],
    );
  return [
    rule('/*', ...all, ['Link', headers.startLinks(base)]),
    ...[`${base}/`, `${base}/*/`, `${base}/pagefind/*`].map((path) => rule(path, sameOrigin)),
    rule(`${base}/_astro/*`, ['Cache-Control', headers.caching.hashed], sameOrigin),
    ...openFiles.map(ofFile),
  ].join('');
}

/** `_redirects` for Netlify and Cloudflare Pages. */
export function redirectsFile({ redirects }: SiteFacts): string {
  return `${headers.linesOf(redirects, (from, to) => `${from} ${to} 301`)}\n`;
}
