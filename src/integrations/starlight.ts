import type { StarlightPlugin } from '@astrojs/starlight/types';

/** Styles of starlight-openapi; `src/styles/static-reference.css` brings what its pages need of them. */
const REFERENCE_STYLES = 'starlight-openapi/styles';

/**
 * What must happen after the other plugins: the route middleware, since starlight-openapi's sets the
 * neighbours of every page, and the removal of its styles from pages that are no reference.
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
