import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri';

const processor = createSatteriMarkdownProcessor();

/** What cannot stand within a line of text. */
const BLOCK = /<(?:[uo]l|pre|table|blockquote|h[1-6]|hr|div)\b/;

/**
 * Markdown as HTML that stands within a line of text. Paragraphs become lines.
 *
 * @throws Error with the text, when it has lists, tables or other blocks.
 */
export async function inlineHtml(text: string): Promise<string> {
  const { code } = await (await processor).render(text);
  if (BLOCK.test(code)) throw new Error(`A description can have no lists, tables or code blocks: ${text}`);
  return code
    .trim()
    .replace(/^<p>([\s\S]*)<\/p>$/, '$1')
    .replaceAll(/<\/p>\s*<p>/g, '<br>');
}
