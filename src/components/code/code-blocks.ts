import { definePlugin, type ExpressiveCodeBlock } from '@astrojs/starlight/expressive-code';
import { addClassName, h, type Element } from '@astrojs/starlight/expressive-code/hast';
import { addSandboxValues } from './environment-values.ts';
import { addPowerShell } from './powershell.ts';
import { highlight, tokenStyles, withInlineLines } from './syntax-highlighting.ts';

/** Titles of code that has none, by language. Other code shows the name of its language. */
const titles: Readonly<Record<string, string>> = { sh: 'Shell', bash: 'Shell' };

/** The number of lines from which code is long. */
const LONG_CODE = 24;

/**
 * Gives code blocks their colors, the frame of `CodePanel.astro`, and what readers can open or switch. Expressive Code's
 * own frames would add 6 kB of styles, most of them for windows of terminals and editors.
 */
export function codeBlocks() {
  return definePlugin({
    name: 'code-blocks',
    baseStyles: tokenStyles,
    hooks: {
      performSyntaxAnalysis: ({ codeBlock }) => highlight(codeBlock),
      postprocessRenderedBlock: ({ codeBlock, renderData }) => {
        const block = framed(codeBlock, withInlineLines(renderData.blockAst));
        addAllLines(codeBlock, block);
        addPowerShell(codeBlock, block);
        addSandboxValues(codeBlock, block);
        renderData.blockAst = block;
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

/** With `frame="none"`, code is already in a panel. */
function framed({ language, metaOptions, props }: ExpressiveCodeBlock, code: Element): Element {
  if (props.frame === 'none') return h('div.code-row.not-content', code);
  const title = metaOptions.getString('title') ?? props.title;
  const label = h(
    'span.title',
    title ? {} : { dataMarkdownIgnore: '' },
    title ?? titles[language] ?? language.toUpperCase(),
  );
  return h('figure.not-content', [h('figcaption.panel-head', label), code]);
}

/** Adds a row below long code that shows all lines. The stylesheet cuts the code off while the row is closed. */
function addAllLines(codeBlock: ExpressiveCodeBlock, block: Element) {
  const { length } = codeBlock.getLines();
  if (length < LONG_CODE) return;
  block.children.push(
    h('details.all-lines', { dataMarkdownIgnore: '' }, h('summary', `All ${length} lines`)),
  );
}
