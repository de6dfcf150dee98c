import { pathToFileURL } from 'node:url';
import type { StarlightPlugin } from '@astrojs/starlight/types';
import starlightLinksValidator from 'starlight-links-validator';
import starlightOpenAPI from 'starlight-openapi';
import { apis } from '../config/apis.ts';
import { compiledFile } from '../contract/index.ts';
import { pageMarker } from '../offline/protocol/html-response.ts';

/** Styles for starlight-openapi's badges in the sidebar, which the site's own sidebar doesn't have. */
const REFERENCE_STYLES = 'starlight-openapi/styles';

/** Pages and files that are generated, and the anchors of fields, tags and components. Our own link check knows them. */
const GENERATED =
  /^\/(api\/[^/]+|openapi|postman|\.well-known)\/|^\/glossary\/#|^\/(starters\/\w|sandbox\.mjs$|sandbox-controls\.yaml$)|#([A-Z]|tag\/|[a-z]\w*\.\w)/;

/** The routes of the static reference. */
export const staticReference = (): StarlightPlugin =>
  starlightOpenAPI(
    apis.map(({ name }) => ({
      base: `api/${name}`,
      // A URL, because starlight-openapi would look for %20 in the name of a folder with a space.
      schema: decodeURI(pathToFileURL(compiledFile(name, 'reference')).href),
    })),
  );

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

/**
 * Adds the site's route middleware and what every page has in its head, and removes the stylesheet that starlight-openapi
 * adds to every page. It has to be the last plugin: starlight-openapi's middleware sets previous and next links, too.
 */
export const portal = (): StarlightPlugin => ({
  name: 'portal',
  hooks: {
    'config:setup': ({ addRouteMiddleware, config, updateConfig }) => {
      addRouteMiddleware({ entrypoint: './src/layout/route-middleware/index.ts', order: 'post' });
      // Inline, because browsers decide on the transition before stylesheets arrive.
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
