import { apiCatalog, caching, contentTypes, protection } from '../headers.ts';
import type { SiteFacts } from '../site-facts.ts';

/**
 * `_headers` for Netlify and Cloudflare Pages. Cloudflare joins the values of all rules that match a path, so pages keep
 * its own `Cache-Control`: `max-age=0, must-revalidate` means the same as our `no-cache`. Neither can distinguish a
 * prefetch from a visit. Netlify sends `Content-Type` twice unless it has capitals.
 */
export function headersFile({ base, policy }: SiteFacts): string {
  // Most hosts don't know the type of these.
  const unusual = ['atom', 'md', 'py', 'yaml'].map(
    (extension) => [`${base}/*.${extension}`, { 'Content-Type': contentTypes[extension]! }] as const,
  );
  const rules: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
    ['/*', { 'Content-Security-Policy': policy, ...protection }],
    [`${base}/_astro/*`, { 'Cache-Control': caching.hashed }],
    ...unusual,
    [base + apiCatalog.path, { 'Content-Type': apiCatalog.type }],
  ];
  const lines = rules.flatMap(([path, headers]) => [
    path,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

/** `_redirects` for Netlify and Cloudflare Pages. */
export function redirectsFile({ redirects }: SiteFacts): string {
  return Object.entries(redirects)
    .map(([from, to]) => `${from} ${to} 301\n`)
    .join('');
}
