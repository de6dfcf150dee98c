import { globSync } from 'node:fs';
import type { MdastNode } from 'satteri';
import { parse } from 'yaml';
import { isElement, lineOf, parsePage } from '../../content/mdx.ts';
import { pagePath, slugOf } from '../../shared/page-path.ts';
import { readText } from '../../shared/text-file.ts';

/** Something on a page, with its first line in the file. */
interface Located {
  line: number;
}

/** A page or a partial. */
export interface Page {
  file: string;
  /** The page's URL path, which is empty for partials. */
  address: string;
  /** Running text: paragraphs, list items, cells, headings, visible attributes, title, and description. */
  passages: (Located & { text: string })[];
  headings: (Located & { depth: number; text: string })[];
  links: (Located & { target: string; text: string })[];
  components: (Located & { name: string; attributes: Readonly<Record<string, string>> })[];
  fences: (Located & { meta: string; code: string })[];
  /** The rows of each table, starting with the header. */
  tables: { rows: string[][] }[];
}

/** Attributes whose text readers see or hear. */
const READ_ATTRIBUTES = ['alt', 'title', 'label', 'description'];

/** Components whose text is part of a sentence. */
const IN_SENTENCES = new Set(['Limit', 'OperationLink', 'Value']);

/** Every page and partial that can be parsed. `npm run lint:pages` reports the others. */
export const allSources: readonly Page[] = globSync('src/content/{docs,partials}/**/*.{md,mdx}')
  .sort()
  .flatMap((file) => {
    try {
      return [readPage(file)];
    } catch {
      return [];
    }
  });

/** The page for writers, which also contains elements that guides may not use. */
export const markdownPage = 'src/content/docs/markdown-page.mdx';

function readPage(file: string): Page {
  const slug = slugOf(file);
  const page: Page = {
    file,
    address: slug === undefined ? '' : pagePath(slug),
    passages: [],
    headings: [],
    links: [],
    components: [],
    fences: [],
    tables: [],
  };
  for (const node of parsePage(file, readText(file)).nodes) addNode(node, page);
  return page;
}

function addNode(node: MdastNode, page: Page): void {
  const line = lineOf(node);
  const text = textOf(node);
  if (node.type === 'yaml') {
    const { title = '', description = '' } = parse(node.value) as Partial<Record<string, string>>;
    page.passages.push({ text: title, line }, { text: description, line });
  }
  if (['heading', 'paragraph', 'tableCell'].includes(node.type)) page.passages.push({ text, line });
  if (node.type === 'heading') page.headings.push({ depth: node.depth, text, line });
  if (node.type === 'link') page.links.push({ target: node.url, text, line });
  if (node.type === 'code') page.fences.push({ meta: node.meta ?? '', code: node.value, line });
  if (node.type === 'table') page.tables.push({ rows: node.children.map((row) => row.children.map(textOf)) });
  if (!isElement(node)) return;
  const attributes = Object.fromEntries(
    node.attributes.flatMap((each) => {
      if (each.type !== 'mdxJsxAttribute') return [];
      return [[each.name, typeof each.value === 'string' ? each.value : (each.value?.value ?? '')]];
    }),
  );
  page.components.push({ name: node.name ?? '', attributes, line });
  for (const name of READ_ATTRIBUTES)
    if (attributes[name]) page.passages.push({ text: attributes[name], line });
}

/**
 * The text that readers see. Inline code keeps its backticks. Each call or value that a component renders counts as one
 * word.
 */
function textOf(node: MdastNode): string {
  if (node.type === 'inlineCode') return `\`${node.value}\``;
  if ('value' in node) return node.type === 'text' ? node.value : '';
  if (!('children' in node)) return node.type === 'break' ? ' ' : '';
  const isEmptyComponent = node.type === 'mdxJsxTextElement' && node.children.length === 0;
  if (isEmptyComponent) return IN_SENTENCES.has(node.name ?? '') ? `‹${node.name}›` : '';
  return node.children
    .map((child) => textOf(child as MdastNode))
    .join('')
    .replace(/\s+/g, ' ');
}

/** A location in a file, in the format that editors open. */
export const place = ({ file }: Page, { line }: Located): string => `${file}:${line}`;
