import type { StarlightPlugin } from '@astrojs/starlight/types';

/** Styles for starlight-openapi's badges in the sidebar, which the site's own sidebar doesn't have. */
const REFERENCE_STYLES = 'starlight-openapi/styles';

/**
 * Adds the site's route middleware, and removes the stylesheet that starlight-openapi adds to every page. It has to be the
 * last plugin: starlight-openapi's middleware sets previous and next links, too.
 */
export function portalPlugin(): StarlightPlugin {
  return {
    name: 'portal',
    hooks: {
      'config:setup': ({ addRouteMiddleware, config, updateConfig }) => {
        addRouteMiddleware({ entrypoint: './src/route-middleware/index.ts', order: 'post' });
        updateConfig({ customCss: (config.customCss ?? []).filter((css) => css !== REFERENCE_STYLES) });
      },
    },
  };
}
