import { definePlugin, type ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';
import { addClassName, h } from '@astrojs/starlight/expressive-code/hast';

/** Titles of code that has none, by language. Other code shows the name of its language. */
const titles: Readonly<Record<string, string>> = { sh: 'Shell', bash: 'Shell' };

/**
 * Gives code blocks the frame of `CodePanel.astro`. With `frame="none"`, code is already in a panel. Expressive Code's
 * own frames would add 6 kB of styles, most of them for windows of terminals and editors.
 */
export function codePanel(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'code-panel',
    hooks: {
      postprocessRenderedBlock: ({ codeBlock: { language, metaOptions, props }, renderData }) => {
        const title = metaOptions.getString('title') ?? props.title;
        const label = h(
          'span.title',
          title ? {} : { dataMarkdownIgnore: '' },
          title ?? titles[language] ?? language.toUpperCase(),
        );
        renderData.blockAst =
          props.frame === 'none'
            ? h('div.code-row.not-content', renderData.blockAst)
            : h('figure.not-content', [h('figcaption.panel-head', label), renderData.blockAst]);
      },
      postprocessRenderedBlockGroup: ({ renderedGroupContents, renderData }) => {
        // Our styles and scripts select our own classes, so that they don't depend on Expressive Code's.
        addClassName(renderData.groupAst, 'code-block');
        const isInPanel = renderedGroupContents.every(({ codeBlock }) => codeBlock.props.frame === 'none');
        if (!isInPanel) addClassName(renderData.groupAst, 'panel');
      },
    },
  });
}
