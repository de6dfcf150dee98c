import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** What Vite has no setting for. */
export function viteAdaptations(): AstroIntegration {
  return {
    name: 'vite-adaptations',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        const plugins = command === 'build' ? [withoutDirectiveWarnings, unbundledDependencies] : [];
        updateConfig({ vite: { plugins } });
      },
    },
  };
}

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
