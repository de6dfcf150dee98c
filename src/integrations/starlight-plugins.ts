import type { StarlightPlugin } from '@astrojs/starlight/types';
import starlightLinksValidator from 'starlight-links-validator';
import { pageMarker } from '../offline/protocol/html-response.ts';

/** Pages and files that are generated, and the anchors of fields, tags and components. Our own link check knows them. */
const GENERATED =
  /^\/(api\/[^/]+|openapi|postman|\.well-known)\/|^\/glossary\/#|^\/(starters\/\w|sandbox\.mjs$|sandbox-controls\.yaml$)|#([A-Z]|tag\/|[a-z]\w*\.\w)/;

/**
 * starlight-links-validator, which sees links as they are written: it reports relative links and those to localhost. With
 * a base path it would require the path in every link, but `src/middleware/` adds the path to pages, so the plugin gets
 * the configuration of a site at the root.
 */
export function linksValidator(): StarlightPlugin {
  const { name, hooks } = starlightLinksValidator({ exclude: ({ link }) => GENERATED.test(link) });
  return {
    name,
    hooks: {
      'config:setup': (options) =>
        hooks['config:setup']?.({ ...options, astroConfig: { ...options.astroConfig, base: '/' } }),
    },
  };
}

/** Adds the site's route middleware and what every page has in its head. */
export const portal = (): StarlightPlugin => ({
  name: 'portal',
  hooks: {
    'config:setup': ({ addRouteMiddleware, updateConfig }) => {
      addRouteMiddleware({ entrypoint: './src/layout/route-middleware/index.ts', order: 'post' });
      // Inline, because browsers decide on the transition before stylesheets arrive.
      const content = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';
      updateConfig({
        head: [
          { tag: 'meta', attrs: pageMarker },
          { tag: 'style', content },
        ],
      });
    },
  },
});
