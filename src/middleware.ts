import type { MiddlewareHandler } from 'astro';

/** Whole islands and scripts, and the opening tags of links and images. */
const PARTS = /<(astro-island|script)\b[^]*?<\/\1>|<(?:a|img)\s(?:[^>"']|"[^"]*"|'[^']*')*>/g;

const base = import.meta.env.BASE_URL.replace(/\/$/, '');
const path = new RegExp(String.raw`(\s(?:href|src)=["'])(?=/(?!/))(?!${RegExp.escape(base)}/_astro/)`);

/**
 * Prefixes the links and images on every page with the base path, if the site has one. Writers, components, and
 * configuration write them from the root, and Starlight leaves them unchanged:
 * https://github.com/withastro/starlight/issues/932. Files that Astro adds, such as those in `_astro/`, already
 * have the prefix. So do links in islands, because React would render them without it.
 */
export const onRequest: MiddlewareHandler = async (_context, next) => {
  const response = await next();
  if (!base || !response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = await response.text();
  const prefixed = html.replace(PARTS, (part, raw?: string) =>
    raw ? part : part.replace(path, `$1${base}`),
  );
  return new Response(prefixed, response);
};
