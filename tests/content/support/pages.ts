/** Reads pages as their writers wrote them, for the rules of content. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mdxToMdast, type MdastNode } from 'satteri';
import { parse } from 'yaml';
import { projectRoot } from '../../support/project-copy.ts';

/** Something on a page, with the line of the file in which it begins. */
interface Located {
  line: number;
}

/** A piece of running text: a paragraph, an entry of a list, a cell, a heading, an attribute that readers see. */
export interface Text extends Located {
  text: string;
  kind: 'paragraph' | 'heading' | 'cell' | 'attribute' | 'frontMatter';
}

interface Heading extends Located {
  depth: number;
  text: string;
}

export interface Link extends Located {
  target: string;
  text: string;
}

export interface Component extends Located {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

interface Fence extends Located {
  language: string;
  /** What follows the language, such as `title="token.js"`. */
  meta: string;
  code: string;
}

export interface Table extends Located {
  /** The rows, the header first. */
  rows: string[][];
}

/** A page or a partial. */
export interface Page {
  file: string;
  /** Where it is served; empty for partials. */
  address: string;
  frontMatter: { title?: string; description?: string; section?: string };
  texts: Text[];
  headings: Heading[];
  links: Link[];
  components: Component[];
  fences: Fence[];
  tables: Table[];
  inlineCodes: (Located & { text: string })[];
  /** Files of the partials that it uses. */
  partials: string[];
}

/** Attributes whose text readers see or hear. */
const READ_ATTRIBUTES = ['alt', 'title', 'label', 'description'];

/** Components whose text is part of a sentence. */
const IN_SENTENCES = new Set(['Limit', 'OperationLink', 'Value']);

const DOCS = 'src/content/docs/';
const PARTIALS = 'src/content/partials/';

/** Every page and partial. */
export const allSources: readonly Page[] = globSync('src/content/{docs,partials}/**/*.{md,mdx}', {
  cwd: projectRoot,
})
  .sort()
  .map((file) => readPage(file, readFileSync(join(projectRoot, file), 'utf8')));

const partials = new Map(
  allSources.filter(({ file }) => file.startsWith(PARTIALS)).map((page) => [page.file, page]),
);

/** Every hand-written page of the site except the error pages. */
export const pages = allSources.filter(({ file }) => file.startsWith(DOCS) && !/(404|500)\.mdx$/.test(file));

/** The pages that explain something, without the interactive references, which components render. */
export const guides = pages.filter(({ components }) => !components.some(({ name }) => name === 'ApiPage'));

/** The page for writers, which also shows what guides may not contain. */
export const markdownPage = `${DOCS}markdown-page.mdx`;

/** A page with the partials that it shows. */
export function withPartials(page: Page): Page[] {
  return [page, ...page.partials.flatMap((file) => partials.get(file) ?? [])];
}

/** Parses a page into its parts. */
export function readPage(file: string, source: string): Page {
  const page: Page = {
    file,
    address: addressOf(file),
    frontMatter: {},
    texts: [],
    headings: [],
    links: [],
    components: [],
    fences: [],
    tables: [],
    inlineCodes: [],
    partials: [...source.matchAll(/from '@partials\/(.+?)'/g)].map(([, name]) => `${PARTIALS}${name}`),
  };
  visit(mdxToMdast(source, { features: { directive: true } }), page);
  return page;
}

function visit(node: MdastNode, page: Page): void {
  const line = node.position?.start.line ?? 0;
  switch (node.type) {
    case 'yaml': {
      page.frontMatter = parse(node.value) as Page['frontMatter'];
      const { title = '', description = '' } = page.frontMatter;
      for (const text of [title, description]) page.texts.push({ text, line, kind: 'frontMatter' });
      return;
    }
    case 'heading':
      page.headings.push({ depth: node.depth, text: textOf(node), line });
      page.texts.push({ text: textOf(node), line, kind: 'heading' });
      break;
    case 'paragraph':
      page.texts.push({ text: textOf(node), line, kind: 'paragraph' });
      break;
    case 'tableCell':
      page.texts.push({ text: textOf(node), line, kind: 'cell' });
      break;
    case 'table':
      page.tables.push({ line, rows: node.children.map((row) => row.children.map((cell) => textOf(cell))) });
      break;
    case 'code':
      page.fences.push({ language: node.lang ?? '', meta: node.meta ?? '', code: node.value, line });
      break;
    case 'inlineCode':
      page.inlineCodes.push({ text: node.value, line });
      break;
    case 'link':
      page.links.push({ target: node.url, text: textOf(node), line });
      break;
    case 'image':
      page.components.push({ name: 'img', attributes: { alt: node.alt ?? '' }, line });
      break;
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      visitComponent(node, line, page);
      break;
  }
  if ('children' in node) node.children.forEach((child) => visit(child as MdastNode, page));
}

function visitComponent(
  node: Extract<MdastNode, { type: `mdxJsx${string}` }>,
  line: number,
  page: Page,
): void {
  const attributes = Object.fromEntries(
    node.attributes.flatMap((each) => {
      if (each.type !== 'mdxJsxAttribute') return [];
      const value = typeof each.value === 'string' ? each.value : (each.value?.value ?? '');
      return [[each.name, value]];
    }),
  );
  page.components.push({ name: node.name ?? '', attributes, line });
  const { href } = attributes;
  if (href !== undefined) page.links.push({ target: href, text: attributes['title'] ?? textOf(node), line });
  for (const name of READ_ATTRIBUTES) {
    const text = attributes[name];
    if (text) page.texts.push({ text, line, kind: 'attribute' });
  }
}

/**
 * The text that readers see; inline code keeps its backticks. Calls and values that components write count as one word
 * each.
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

function addressOf(file: string): string {
  if (!file.startsWith(DOCS)) return '';
  const slug = file.slice(DOCS.length).replace(/(?:^index|\/index)?\.mdx?$/, '');
  return slug === '' ? '/' : `/${slug}/`;
}

/** The location of something, in the format that editors open. */
export function place({ file }: Page, { line }: Located): string {
  return `${file}:${line}`;
}
