import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri';

const processor = createSatteriMarkdownProcessor();

const BLOCK = /<(?:[uo]l|pre|table|blockquote|h[1-6]|hr|div)\b/;

/** Renders Markdown without blocks, such as lists, to inline HTML. Line breaks separate paragraphs. */
export async function inlineHtml(markdown: string): Promise<string> {
  const { code } = await (await processor).render(markdown);
  if (BLOCK.test(code)) throw new Error(`Descriptions can't contain lists, tables, or blocks: ${markdown}`);
  return code
    .trim()
    .replace(/^<p>([\s\S]*)<\/p>$/, '$1')
    .replaceAll(/<\/p>\s*<p>/g, '<br>');
}
