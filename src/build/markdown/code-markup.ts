import { definePlugin, type ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';
import {
  getClassNames,
  removeClassName,
  type Element,
  type ElementContent,
} from '@astrojs/starlight/expressive-code/hast';

/** Classes of Expressive Code's frame, which `src/styles/code.css` replaces. */
const FRAME = ['frame', 'has-title'];

/** Words marked within a line. */
const MARKED = new Set(['mark', 'ins', 'del']);

/**
 * Renders code as plain text with colored parts. Expressive Code renders two or three elements per line, which are half
 * of the elements of a page with samples. Blocks with marked or wrapped lines stay unchanged. The frame becomes a
 * figure, with a caption if the block has a title; src/styles/code.css styles both.
 */
export function codeMarkup(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'code-markup',
    hooks: {
      postprocessRenderedBlock: ({ codeBlock, renderData: { blockAst: figure } }) => {
        FRAME.forEach((name) => removeClassName(figure as Element, name));
        figure.children = figure.children.filter((child) => !isEmpty(child));
        const code = figure.children.flatMap(childrenOf).find(({ tagName }) => tagName === 'code');
        const lines = childrenOf(code);
        if (!code || codeBlock.props.wrap || !lines.every(isPlain)) return;
        code.children = lines.flatMap((line, index) => [
          ...(index > 0 ? [{ type: 'text', value: '\n' } as const] : []),
          ...partsOf(line),
        ]);
      },
    },
  });
}

/** A line that consists of its code alone, with nothing marked. */
function isPlain(line: Element): boolean {
  return getClassNames(line).length === 1 && line.children.length === 1 && !hasMark(line);
}

function hasMark(element: Element): boolean {
  return MARKED.has(element.tagName) || childrenOf(element).some(hasMark);
}

/** The text of a line and its colored parts. An empty line holds a line break, and indents are elements. */
function partsOf(line: Element): ElementContent[] {
  return line.children
    .flatMap((code) => ('children' in code ? code.children : []))
    .flatMap((part) => {
      if (part.type === 'text') return part.value === '\n' ? [] : [part];
      return part.type === 'element' && getClassNames(part).includes('indent') ? part.children : [part];
    });
}

const isEmpty = (node: ElementContent) => node.type === 'element' && node.children.length === 0;

function childrenOf(node: ElementContent | undefined): Element[] {
  return node && 'children' in node ? node.children.filter((child) => child.type === 'element') : [];
}
