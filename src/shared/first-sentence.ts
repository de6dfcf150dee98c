import { markdownToMdast, type MdastNode } from 'satteri';
import { curlApostrophes } from './apostrophes.ts';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The first sentence of a Markdown text, without Markdown. */
export function firstSentence(markdown: string): string {
  const root = markdownToMdast(markdown);
  const [block] = 'children' in root ? root.children : [];
  const [sentence] = sentences.segment(block ? textOf(block) : '');
  return curlApostrophes(sentence?.segment.trim() ?? '');
}

function textOf(node: MdastNode): string {
  if ('children' in node) return node.children.map(textOf).join('');
  return 'value' in node ? (node.value ?? '') : ' ';
}
