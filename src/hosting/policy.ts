import type { BuiltPage } from '../shared/read-page.ts';

/**
 * Hashes of the styles that Scalar 1.76 adds to a page, for notifications and its theme. These styles are strings in
 * its code, so no build step sees them. `tests/e2e/reference/interactive.spec.ts` shows the hash of each missing style.
 */
const scalarStyles = [
  'sha256-l/2OpPg0d+2VLTLgwjf5mQo2CYwHDEqdj5TjbfEyVJI=',
  'sha256-T13Uev3xCax2N28XaoAE8DOzQZKvPp7ZQVAi1iRREjo=',
];

/** The Content-Security-Policy: everything comes from the site itself, and inline code runs only if a page has it. */
export function policyOf(pages: readonly BuiltPage['inline'][]): string {
  const allowed = (sources: string, hashes: readonly string[]) =>
    [sources, ...[...new Set(hashes)].sort().map((hash) => `'${hash}'`)].join(' ');
  const scripts = pages.flatMap((page) => page.scripts);
  const styles = [...scalarStyles, ...pages.flatMap((page) => page.styles)];
  return [
    // Don't use 'none', which Firefox also applies to prefetches. Every kind of content has its own directive below.
    "default-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "media-src 'none'",
    // The search runs Pagefind, which is a WebAssembly module.
    allowed("script-src 'self' 'wasm-unsafe-eval'", scripts),
    allowed("style-src-elem 'self'", styles),
    // Code colors and diagram widths are style attributes. Not every browser supports hashes for style attributes.
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
