import { apiCatalog, contentTypes, headerRules } from '../headers.ts';
import type { SiteFacts } from '../site-facts.ts';
import { usualSpelling } from './header-values.ts';

/** Extensions whose content type most hosts don't know. */
const unusual = ['atom', 'md', 'py', 'yaml'] as const;

/**
 * What Cloudflare Pages reads of both files. It ignores the rest without an error.
 *
 * @see https://developers.cloudflare.com/pages/configuration/headers/
 * @see https://developers.cloudflare.com/pages/configuration/redirects/
 */
const limits = { headerRules: 100, headerLine: 2_000, redirects: 2_000 } as const;

/**
 * `_headers` for Netlify and Cloudflare Pages. Cloudflare joins the values of all rules that match a path, so a header
 * that only some paths have isn't set for all: their own default, `max-age=0, must-revalidate`, means the same as our
 * `no-cache`. Neither can distinguish a prefetch from a visit. Netlify sends `Content-Type` twice unless it has capitals.
 *
 * @returns As many rules for a large site as for a small one.
 */
export function headersFile(facts: SiteFacts): string {
  const [everywhere, ...rules] = headerRules(facts);
  const sent = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).filter(([, value]) => value !== '');
  const partial = new Set(rules.flatMap(({ headers }) => sent(headers).map(([name]) => name)));
  const usual = Object.entries(everywhere!.headers).filter(([name]) => !partial.has(name));
  const found = rules.filter(({ when }) => when === 'found');
  return [
    block('/*', usual),
    ...found.map(({ path, headers }) => block(`${path}*`, sent(headers))),
    ...unusual.map((extension) =>
      block(`${facts.base}/*.${extension}`, [['content-type', contentTypes[extension]!]]),
    ),
    block(facts.base + apiCatalog.path, [['content-type', apiCatalog.type]]),
  ].join('');
}

/** `_redirects` for Netlify and Cloudflare Pages. */
export function redirectsFile({ redirects }: SiteFacts): string {
  return redirects.map(({ from, to }) => `${from} ${to} 301\n`).join('');
}

/** Finds what Cloudflare Pages would ignore: a message for each limit that `_headers` or `_redirects` exceeds. */
export function exceededLimits(headers: string, redirects: string): string[] {
  const lines = headers.split('\n');
  const checks = [
    ['rules of _headers', lines.filter((line) => line.startsWith('/')).length, limits.headerRules],
    ['characters in a line of _headers', Math.max(...lines.map(({ length }) => length)), limits.headerLine],
    ['lines of _redirects', redirects.split('\n').length - 1, limits.redirects],
  ] as const;
  return checks
    .filter(([, count, limit]) => count > limit)
    .map(
      ([what, count, limit]) => `Cloudflare Pages reads at most ${limit} ${what}, and the site has ${count}.`,
    );
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
