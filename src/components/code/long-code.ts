import { definePlugin, type ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';
import { h } from '@astrojs/starlight/expressive-code/hast';

/** The numbers of lines from which code is long, in guides and beside the fields of the reference. */
const LONG = { code: 30, none: 20 };

/** Adds a row below long code that shows all lines. The stylesheet cuts the code off while the row is closed. */
export function longCode(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'long-code',
    hooks: {
      postprocessRenderedBlock: ({ codeBlock, renderData: { blockAst: figure } }) => {
        const { length } = codeBlock.getLines();
        if (length < (codeBlock.props.frame === 'none' ? LONG.none : LONG.code)) return;
        figure.children.push(h('details.all-lines', h('summary', `All ${length} lines`)));
      },
    },
  });
}
