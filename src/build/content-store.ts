import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/**
 * Makes a build read the content of all pages from Astro's file when it renders them. Astro 7.3 puts that file into a
 * module, as one string (https://github.com/withastro/astro/pull/17223), and V8 takes 5 s to compile 25 MB of it, and
 * longer than in proportion for more. Astro's chunks (`experimental.collectionStorage`) compile fast, but splitting takes
 * 40 s, because it encodes each character by itself.
 */
export function contentStore(): AstroIntegration {
  return {
    name: 'content-store',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        if (command !== 'build') return;
        updateConfig({
          vite: { plugins: [readStore(fileURLToPath(new URL('data-store.json', config.cacheDir)))] },
        });
      },
    },
  };
}

function readStore(file: string): Plugin {
  return {
    name: 'content-store',
    load: {
      // Before Astro's own hook.
      order: 'pre',
      filter: { id: /^\0astro:data-layer-content$/ },
      handler: () => `
        import { readFileSync } from 'node:fs';
        export default JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'));
      `,
    },
  };
}
