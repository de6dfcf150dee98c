/** Hashes of a page's inline scripts and styles, as a policy lists them: `sha256-…`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Hashes of the styles that Scalar 1.76 adds to a page: notifications and theme. They are strings in its code, so no
 * build step sees them. `tests/e2e/policy.spec.ts` prints missing hashes.
 */
const scalarStyles = [
  'sha256-l/2OpPg0d+2VLTLgwjf5mQo2CYwHDEqdj5TjbfEyVJI=',
  'sha256-T13Uev3xCax2N28XaoAE8DOzQZKvPp7ZQVAi1iRREjo=',
];

/**
 * A site's Content-Security-Policy for a `<meta>` element: everything comes from the site itself, and inline code runs
 * only if its hash is listed.
 */
export function policyOf(pages: readonly InlineHashes[]): string {
  const quoted = (hashes: readonly string[]) => [...new Set(hashes)].sort().map((hash) => `'${hash}'`);
  return [
    // Firefox applies 'none' to prefetches, so it isn't used here. Every kind of content has a directive below.
    "default-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "media-src 'none'",
    // The search library, Pagefind, runs WebAssembly.
    ["script-src 'self' 'wasm-unsafe-eval'", ...quoted(pages.flatMap(({ scripts }) => scripts))].join(' '),
    ["style-src-elem 'self'", ...quoted([...scalarStyles, ...pages.flatMap(({ styles }) => styles)])].join(
      ' ',
    ),
    // For code colors and diagram widths. Not every browser supports hashes of attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
