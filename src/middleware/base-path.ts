/** Matches whole islands and scripts, and the opening tags of links and images. */
const PARTS = /<(astro-island|script)\b[^]*?<\/\1>|<(?:a|img)\s(?:[^>"']|"[^"]*"|'[^']*')*>/g;

/**
 * Prefixes the links and images on a page with the base path. Writers, components, and configuration write them from
 * the root, and Starlight leaves them unchanged: https://github.com/withastro/starlight/issues/932. What Astro adds
 * already has the prefix: stylesheets, scripts, and images in `_astro/`. So do the links of islands, because React
 * would render them without it.
 *
 * @param base - Without a trailing slash, such as `/docs`.
 */
export function withBasePath(html: string, base: string): string {
  const path = new RegExp(String.raw`(\s(?:href|src)=["'])(?=/(?!/))(?!${RegExp.escape(base)}/_astro/)`);
  return html.replace(PARTS, (part, raw?: string) => (raw ? part : part.replace(path, `$1${base}`)));
}
