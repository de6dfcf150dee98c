import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** What Vite has no setting for. */
export function viteAdaptations(): AstroIntegration {
  return {
    name: 'vite-adaptations',
    hooks: {
      'astro:config:setup': ({ command, config: { cacheDir }, updateConfig }) => {
        const plugins =
          command === 'build'
            ? [withoutDirectiveWarnings, unbundledDependencies, unbundledContent(cacheDir)]
            : [];
        const environments =
          command === 'build' ? { astro: { resolve: { external: forContentConfig } } } : {};
        updateConfig({ vite: { plugins, environments } });
      },
    },
  };
}

/**
 * What `src/content.config.ts` imports from packages. It is loaded as it is: Vite would take the hundred modules
 * of Astro behind it apart first, which takes longer than to read all the content.
 */
const forContentConfig = [
  'astro/content/config',
  'astro/loaders',
  'astro/zod',
  '@astrojs/starlight/loaders',
  '@astrojs/starlight/schema',
];

/** One for every page, about marks that Astro itself sets: they hid what a writer can act on. */
const withoutDirectiveWarnings: Plugin = {
  name: 'without-directive-warnings',
  onLog: (_level, { code }) => (code === 'MODULE_LEVEL_DIRECTIVE' ? false : undefined),
};

/** To read content, a build starts a development server, which would bundle React for a browser that never comes. */
const unbundledDependencies: Plugin = {
  name: 'unbundled-dependencies',
  configResolved({ optimizeDeps, environments }) {
    for (const each of [{ optimizeDeps }, ...Object.values(environments)]) each.optimizeDeps.include = [];
  },
};

/**
 * The content of all pages is read from the file that Astro keeps it in. Astro would bundle it as code, which
 * reads and writes it five times over, and takes seconds and hundreds of megabytes of a large site.
 */
function unbundledContent(cacheDir: URL): Plugin {
  const file = fileURLToPath(new URL('data-store.json', cacheDir));
  return {
    name: 'unbundled-content',
    load: {
      order: 'pre',
      filter: { id: /^\0astro:data-layer-content$/ },
      handler: () => `
        import { readFileSync } from 'node:fs';
        export default JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'));
      `,
    },
  };
}
