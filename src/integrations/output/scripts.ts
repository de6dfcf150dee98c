import { glob, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import runtime from 'astro/runtime/server/astro-island.prebuilt.js';
import type { Replacement } from './styles.ts';

/** Astro's runtime of islands, as it writes it into each page before the first island. */
const INLINE_RUNTIME = `<script>${runtime}</script>`;

/** Its style, which src/styles/layout.css has too. */
const INLINE_STYLE = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

/**
 * A page without the inline runtime of islands, which `src/client/islands/hydrate-on-intent.ts` loads when a reader
 * reaches for one: every page is 1.4 kB (brotli) lighter. Pages with an island that loads by itself keep it.
 *
 * @throws Error when the page has an island and no runtime: Astro writes it in another way.
 */
export function withoutIslandRuntime(html: string): string {
  if (!html.includes('<astro-island ') || html.includes(' client="offer"')) return html;
  const rest = html.replace(INLINE_RUNTIME, '');
  if (rest === html)
    throw new Error(
      'Astro no longer writes its runtime of islands as astro/runtime/server/astro-island.prebuilt.js has it.\n' +
        'Fix: compare the inline scripts of a built page with that file, and adapt src/integrations/output/scripts.ts.',
    );
  return rest.replace(INLINE_STYLE, '');
}

/** The script of Expressive Code. `src/client/focusable-scrollers.ts` does its work for all that scrolls. */
const CODE_SCRIPT = /^ec\..+\.js$/;

/** An entry that only imports a file, to which the bundler moved the modules that it shares with others. */
const FACADE = /^import["`]\.\/([^"`]+)["`];\s*$/;

/**
 * Removes scripts that pages don't need: entries that do nothing but import another file, so that a page would wait
 * for two files in turn, and that of Expressive Code, which is 0.4 kB and makes every wide block a region without a name.
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
