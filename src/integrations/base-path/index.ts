import type { AstroIntegration } from 'astro';

/** Lets a site that isn't at the root of its host have links as if it were: `/webhooks/` leads to `/docs/webhooks/`. */
export function basePath(): AstroIntegration {
  return {
    name: 'base-path',
    hooks: {
      'astro:config:setup': ({ config, addMiddleware }) => {
        if (config.base === '/') return;
        addMiddleware({ order: 'post', entrypoint: new URL('./middleware.ts', import.meta.url) });
      },
    },
  };
}
