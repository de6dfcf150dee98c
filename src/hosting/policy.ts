/** Hashes of the scripts and styles that pages contain inline, as a policy writes them: `sha256-…`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * The Content-Security-Policy of pages: everything comes from the site itself, and inline code runs only if its hash is
 * listed.
 *
 * @param inline - The hashes that the build computed.
 */
export function contentSecurityPolicy(inline: InlineHashes): string {
  return join({ ...directives(inline), 'frame-ancestors': ["'none'"] });
}

/** The policy for a `<meta>` element, where browsers ignore `frame-ancestors`. */
export function metaPolicy(inline: InlineHashes): string {
  return join(directives(inline));
}

function directives({ scripts, styles }: InlineHashes): Record<string, readonly string[]> {
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`);
  return {
    'default-src': ["'none'"],
    // Pagefind, the search, is compiled to WebAssembly.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...quoted(scripts)],
    'style-src-elem': ["'self'", ...quoted(styles)],
    // Colors of code, widths of diagrams. Not every browser supports hashes of attributes.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  };
}

function join(policy: Record<string, readonly string[]>): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}
