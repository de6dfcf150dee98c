import {
  apiCatalog,
  caching,
  closed,
  contentTypes,
  open,
  openFiles,
  protection,
  repeatedFiles,
  startLinks,
  unlisted,
} from '../headers.ts';
import type { SiteFacts } from '../site-facts.ts';

/**
 * `_headers` for Netlify and Cloudflare Pages. Cloudflare joins the values of all rules that match a path, so pages keep
 * its own `Cache-Control`: `max-age=0, must-revalidate` means the same as our `no-cache`. Neither can distinguish a
 * prefetch from a visit. Netlify sends `Content-Type` twice unless it has capitals. An error page has any path, so
 * that all files have the policy, and what only some files lack is set for the others.
 */
export function headersFile({ base, policy }: SiteFacts): string {
  // Most hosts don't know the type of these.
  const unusual = ['atom', 'csv', 'md', 'yaml'];
  const typeOf = (file: string) => {
    if (file === apiCatalog.path) return { 'Content-Type': apiCatalog.type };
    const extension = file.replace('/*.', '');
    return unusual.includes(extension) && { 'Content-Type': contentTypes[extension]! };
  };
  const isRepeated = (file: string) => repeatedFiles.some((each) => each === file);
  const rules: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
    ['/*', { 'Content-Security-Policy': policy, ...protection, Link: startLinks(base) }],
    [`${base}/`, closed],
    [`${base}/*/`, closed],
    [`${base}/pagefind/*`, closed],
    [`${base}/_astro/*`, { 'Cache-Control': caching.hashed, ...closed }],
    ...openFiles.map(
      (file) => [base + file, { ...open, ...typeOf(file), ...(isRepeated(file) && unlisted) }] as const,
    ),
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
