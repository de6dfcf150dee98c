import { pathToFileURL } from 'node:url';
import type { StarlightPlugin } from '@astrojs/starlight/types';
import starlightLinksValidator from 'starlight-links-validator';
import starlightOpenAPI from 'starlight-openapi';
import { apis } from '../config/apis.ts';
import { compiledFile } from '../contract/index.ts';
import { pageMarker } from '../offline/protocol.ts';
import { isBuilt } from './output.ts';

/** Styles for starlight-openapi's sidebar badges, which the site's sidebar doesn't contain. */
const REFERENCE_STYLES = 'starlight-openapi/styles';

/** The routes of the static reference. */
export const staticReference = (): StarlightPlugin =>
  starlightOpenAPI(
    apis.map(({ name }) => ({
      base: `api/${name}`,
      // Decode the URL, because starlight-openapi would look for %20 in a folder name that contains a space.
      schema: decodeURI(pathToFileURL(compiledFile(name, 'reference')).href),
    })),
  );

/**
 * Reports broken links with their file and line. The plugin knows neither generated pages nor what components render,
 * so links that work on the built site are excluded. It would also require the base path in every link, but
 * `src/middleware.ts` adds it later, so the plugin gets the configuration of a site at the root.
 */
export function linksValidator(): StarlightPlugin {
  const { name, hooks } = starlightLinksValidator({
    exclude: ({ link, slug }) => isBuilt(link, slug),
    sameSitePolicy: 'validate',
  });
  return {
    name,
    hooks: {
      'config:setup': (options) =>
        hooks['config:setup']?.({
          ...options,
          astroConfig: { ...options.astroConfig, base: '/', trailingSlash: 'always' },
        }),
    },
  };
}

/**
 * Adds the site's route middleware and head elements, and removes starlight-openapi's stylesheet. It must be the last
 * plugin, because starlight-openapi's middleware also sets previous and next links.
 */
export const portalPlugin = (): StarlightPlugin => ({
  name: 'portal',
  hooks: {
    'config:setup': ({ addRouteMiddleware, config, updateConfig }) => {
      addRouteMiddleware({ entrypoint: './src/layout/route-middleware/index.ts', order: 'post' });
      // Inline the rule, because browsers decide on the transition before stylesheets arrive.
      const content = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';
      updateConfig({
        head: [
          { tag: 'meta', attrs: pageMarker },
          { tag: 'style', content },
        ],
        customCss: (config.customCss ?? []).filter((css) => css !== REFERENCE_STYLES),
      });
    },
  },
});
