import runtime from 'astro/runtime/server/astro-island.prebuilt.js';

/** Astro's island runtime, as it's inlined into each page before the first island. */
const INLINE_RUNTIME = `<script>${runtime}</script>`;

/** The runtime's style, which is also in src/styles/layout.css. */
const INLINE_STYLE = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

/**
 * Removes the inline island runtime from a page, which saves 1.4 kB (brotli). `src/client/islands/hydrate-on-intent.ts`
 * loads it when a reader first uses an island. Pages with an island that loads by itself keep it.
 *
 * @throws Error if the page has an island but not this runtime, because a new version of Astro writes it differently.
 */
export function withoutIslandRuntime(html: string): string {
  if (!html.includes('<astro-island ') || html.includes(' client="offer"')) return html;
  const rest = html.replace(INLINE_RUNTIME, '');
  if (rest === html)
    throw new Error(
      "Astro's inline island runtime doesn't match astro/runtime/server/astro-island.prebuilt.js.\n" +
        'Fix: compare the inline scripts of a built page with that file, and adapt src/build/output/scripts.ts.',
    );
  return rest.replace(INLINE_STYLE, '');
}
