import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri';

const processor = createSatteriMarkdownProcessor();

/** Renders Markdown without blocks, such as lists, to inline HTML. Line breaks separate paragraphs. */
export async function inlineHtml(markdown: string): Promise<string> {
  const paragraphs = markdown.split('\n\n').filter((text) => text.trim() !== '');
  return (await Promise.all(paragraphs.map(paragraphHtml))).join('<br>');
}

async function paragraphHtml(markdown: string): Promise<string> {
  const [openTag, closeTag] = ['<p>', '</p>'];
  const { code } = await (await processor).render(markdown);
  const html = code.trim();
  if (!html.startsWith(openTag) || html.indexOf(closeTag) !== html.length - closeTag.length)
    throw new Error(`Descriptions can't contain lists, tables, or blocks: ${markdown}`);
  return html.slice(openTag.length, -closeTag.length);
}
