import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri';

const processor = createSatteriMarkdownProcessor();

/** Matches HTML elements that aren't allowed in inline content. */
const BLOCK = /<(?:[uo]l|pre|table|blockquote|h[1-6]|hr|div)\b/;

/**
 * Renders Markdown to inline HTML. Paragraphs are separated by line breaks.
 *
 * @throws Error if the Markdown contains lists, tables, or other blocks.
 */
export async function inlineHtml(markdown: string): Promise<string> {
  const { code } = await (await processor).render(markdown);
  if (BLOCK.test(code)) throw new Error(`Descriptions can't contain lists, tables, or blocks: ${markdown}`);
  return code
    .trim()
    .replace(/^<p>([\s\S]*)<\/p>$/, '$1')
    .replaceAll(/<\/p>\s*<p>/g, '<br>');
}
