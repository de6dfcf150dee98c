import { definePlugin, type ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';
import { h } from '@astrojs/starlight/expressive-code/hast';

/** The number of lines from which code is long. */
const LONG = 24;

/** Adds a row below long code that shows all lines. The stylesheet cuts the code off while the row is closed. */
export function longCode(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'long-code',
    hooks: {
      postprocessRenderedBlock: ({ codeBlock, renderData: { blockAst: figure } }) => {
        const { length } = codeBlock.getLines();
        if (length < LONG) return;
        figure.children.push(
          h('details.all-lines', { dataMarkdownIgnore: '' }, h('summary', `All ${length} lines`)),
        );
      },
    },
  });
}
