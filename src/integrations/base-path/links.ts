/** Elements whose content is no markup, whole; or the opening tag of an element that may have a URL. */
const PARTS =
  /<(script|style|textarea)\b[^]*?<\/\1\s*>|<!--[^]*?-->|<(?:a|area|audio|form|iframe|img|link|object|source|video)\s(?:[^>"']|"[^"]*"|'[^']*')*>/gi;

/** An attribute with a path from the root of the host. */
const ROOT_PATH = /(\s(?:action|data|href|poster|src)\s*=\s*(["']))(\/(?!\/)[^"']*)/gi;

/**
 * Puts the base path before the links and files of a page that start at the root, as writers, components and
 * configuration name them. What Astro and Starlight made has the base path already.
 *
 * @param base - Without a slash at its end, such as `/docs`.
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
