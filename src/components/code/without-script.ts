import { definePlugin, type ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';

/**
 * Removes Expressive Code's script, which would make each wide block an unnamed region. It must be the last plugin. See
 * `focusable-scrollers.ts` for ours.
 */
export function withoutScript(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'without-script',
    hooks: {
      postprocessRenderedBlockGroup: ({ renderData: { groupAst } }) => {
        groupAst.children = groupAst.children.filter(
          (child) => child.type !== 'element' || child.tagName !== 'script',
        );
      },
    },
  });
}
