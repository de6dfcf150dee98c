import type { Child, ToTwin } from './element.ts';
import { rules } from './rules.ts';

/**
 * Converts the content of a page into Markdown.
 *
 * We don't use Turndown or rehype-remark: they take 5 and 6 ms for a page that takes 20 ms to build, and this takes less
 * than one.
 */
export function toMarkdown(content: Child[], toTwin: ToTwin): string {
  return childrenOf({ children: content }, toTwin).trim();
}

function childrenOf(parent: { children: Child[] }, toTwin: ToTwin): string {
  let content = '';
  for (const child of parent.children) content = join(content, convert(child, toTwin));
  return content;
}

function convert(node: Child, toTwin: ToTwin): string {
  if (node.type === 'text') return escape(node.data.replaceAll(/[ \t\r\n]+/g, ' '));
  if (!('attribs' in node)) return '';
  const rule = rules(node);
  return rule(() => childrenOf(node, toTwin), node, toTwin);
}

/** Joins what two nodes have become: blocks with an empty line between them, and words with one space. */
function join(before: string, after: string): string {
  if (before === '' || after === '') return before + after;
  // Without regular expressions: `\n*$` would be tried at each character of the page.
  const lines = Math.min(2, Math.max(newlinesAtEnd(before), newlinesAtStart(after)));
  if (lines > 0) return before.trimEnd() + '\n'.repeat(lines) + after.trimStart();
  return before.endsWith(' ') && after.startsWith(' ') ? before + after.slice(1) : before + after;
}

function newlinesAtEnd(text: string): number {
  let count = 0;
  while (text[text.length - 1 - count] === '\n') count++;
  return count;
}

function newlinesAtStart(text: string): number {
  let count = 0;
  while (text[count] === '\n') count++;
  return count;
}

/**
 * Text whose characters mean nothing in Markdown. Others stay, such as the brackets of `^[A-Z]{2}$` and the underscores
 * within `YOUR_SECRET`, because programs copy them as they are.
 */
function escape(text: string): string {
  return text.replaceAll(/\\(?=[!-/:-@[-`{-~])|[`*]|(?<!\w)_|_(?!\w)|\](?=[(:])|<(?=[a-z/!?])/gi, '\\$&');
}
