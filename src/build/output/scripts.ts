import { glob, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import runtime from 'astro/runtime/server/astro-island.prebuilt.js';
import type { Replacement } from './styles.ts';

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

/** The script of Expressive Code. `src/client/code/focusable-scrollers.ts` does its work for everything that scrolls. */
const CODE_SCRIPT = /^ec\..+\.js$/;

/** An entry that only imports another file, because the bundler has moved its modules there to share them. */
const FACADE = /^import["`]\.\/([^"`]+)["`];\s*$/;

/**
 * Removes scripts that pages don't need. Entries that only import another file would make a page wait for two files in
 * turn. The script of Expressive Code is 0.4 kB, and makes every wide block a region without a name.
 *
 * @param folder - The built site.
 * @returns What to replace in every page.
 */
export async function removeScripts(folder: string): Promise<Replacement[]> {
  const assets = join(folder, '_astro');
  const replacements: Replacement[] = [];
  for await (const file of glob('*.js', { cwd: assets })) {
    const [, target] = FACADE.exec(await readFile(join(assets, file), 'utf8')) ?? [];
    if (!target && !CODE_SCRIPT.test(file)) continue;
    replacements.push(target ? [file, target] : [moduleTag(file), '']);
    await rm(join(assets, file));
  }
  return replacements;
}

function moduleTag(file: string): RegExp {
  return new RegExp(`<script type="module" src="[^"]*/${RegExp.escape(file)}"></script>`, 'g');
}
