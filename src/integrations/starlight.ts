import type { StarlightPlugin } from '@astrojs/starlight/types';

/** Styles for starlight-openapi's badges in the sidebar, which the site's own sidebar doesn't have. */
const REFERENCE_STYLES = 'starlight-openapi/styles';

/**
 * Has to be the last plugin. Its route middleware replaces the previous and next links that starlight-openapi's sets, and it
 * removes the stylesheet that starlight-openapi adds to every page.
 */
export function portalPlugin(): StarlightPlugin {
  return {
    name: 'portal',
    hooks: {
      'config:setup': ({ addRouteMiddleware, config, updateConfig }) => {
        addRouteMiddleware({ entrypoint: './src/navigation/route-data.ts', order: 'post' });
        updateConfig({ customCss: (config.customCss ?? []).filter((css) => css !== REFERENCE_STYLES) });
      },
    },
  };
}
