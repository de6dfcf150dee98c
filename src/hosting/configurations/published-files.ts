import { contentType, headerRules } from '../headers.ts';
import type { SiteFacts } from '../site-facts.ts';
import { usualSpelling } from './header-values.ts';

/** Extensions whose type most hosts don't know. */
const UNUSUAL = /\.(yaml|md|py)$/;

/** The longest line that Cloudflare Pages reads. */
export const LONGEST_LINE = 2_000;

/**
 * `_headers` for Netlify and Cloudflare Pages. Cloudflare joins the values of all rules that match a path, so a header
 * that only some paths have isn't set for all: their own default, `max-age=0, must-revalidate`, means the same as our
 * `no-cache`. Neither can distinguish a prefetch from a visit. Netlify sends `Content-Type` twice unless it has capitals.
 *
 * @param files - Paths of the files in the built folder.
 */
export function headersFile(facts: SiteFacts, files: readonly string[]): string {
  const [everywhere, ...rules] = headerRules(facts);
  const sent = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).filter(([, value]) => value !== '');
  const partial = new Set(rules.flatMap(({ headers }) => sent(headers).map(([name]) => name)));
  const usual = Object.entries(everywhere!.headers).filter(([name]) => !partial.has(name));
  const found = rules.filter(({ when }) => when === 'found');
  const typed = files.filter((file) => UNUSUAL.test(file));
  return [
    block('/*', usual),
    ...found.map(({ path, headers }) => block(`${path}*`, sent(headers))),
    ...typed.map((file) => block(`${facts.base}/${file}`, [['content-type', contentType(file)]])),
  ].join('');
}

/** `_redirects` for Netlify and Cloudflare Pages. */
export function redirectsFile({ redirects }: SiteFacts): string {
  return redirects.map(({ from, to }) => `${from} ${to} 301\n${from.slice(0, -1)} ${to} 301\n`).join('');
}

/** A page that redirects to another, for hosts without redirect rules. */
export function redirectPage(to: string, origin: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>This page has moved</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${to}">
<link rel="canonical" href="${new URL(to, origin).href.replace(/#.*/, '')}">
</head>
<body>
<p>This page has moved to <a href="${to}">${to}</a>.</p>
</body>
</html>
`;
}

function block(path: string, headers: readonly (readonly [name: string, value: string])[]): string {
  return `${path}\n${headers.map(([name, value]) => `  ${usualSpelling(name)}: ${value}\n`).join('')}`;
}
