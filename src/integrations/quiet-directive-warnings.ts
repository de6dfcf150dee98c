import type { AstroIntegration } from 'astro';

/**
 * Hides Rolldown's warning about `use client` directives that Astro itself adds: one for every page, among which
 * writers would miss the warnings they can act on.
 */
export function quietDirectiveWarnings(): AstroIntegration {
  return {
    name: 'quiet-directive-warnings',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'quiet-directive-warnings',
                apply: 'build',
                onLog: (_level, { code }) => (code === 'MODULE_LEVEL_DIRECTIVE' ? false : undefined),
              },
            ],
          },
        });
      },
    },
  };
}
