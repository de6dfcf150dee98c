/** Matches scripts, styles, text areas and comments as a whole, and the opening tags of elements that may have a URL. */
const PARTS =
  /<(script|style|textarea)\b[^]*?<\/\1\s*>|<!--[^]*?-->|<(?:a|area|audio|form|iframe|img|link|object|source|video)\s(?:[^>"']|"[^"]*"|'[^']*')*>/gi;

/** Matches an attribute with a path from the root of the host. */
const ROOT_PATH = /(\s(?:action|data|href|poster|src)\s*=\s*(["']))(\/(?!\/)[^"']*)/gi;

/**
 * Prefixes the links of a page that start at the root, as writers, components and configuration write them, with the
 * base path. Links that Astro and Starlight generate have it already.
 *
 * @param base - Without a trailing slash, such as `/docs`.
 */
export function withBasePath(html: string, base: string): string {
  return html.replace(PARTS, (part, raw: string | undefined) =>
    raw || part.startsWith('<!')
      ? part
      : part.replace(ROOT_PATH, (attribute, start: string, _quote: string, path: string) =>
          path === base || path.startsWith(`${base}/`) ? attribute : start + base + path,
        ),
  );
}
