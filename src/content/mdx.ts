/* Parses pages for all code outside Astro that reads Markdown or MDX. */

import {
  markdownToMdast,
  mdxToMdast,
  type MdastNode,
  type MdxJsxFlowElement,
  type MdxJsxTextElement,
} from 'satteri';
import { WriterError } from '../shared/writer-error.ts';

/** A component or HTML element in MDX. */
export type MdxElement = MdxJsxFlowElement | MdxJsxTextElement;

/** A page as a syntax tree. */
export interface ParsedPage {
  file: string;
  source: string;
  /** All nodes, in page order. */
  nodes: readonly MdastNode[];
  /** The partials that the page imports, as paths from the project's root. */
  partials: readonly string[];
}

/** A mistake on a page, with its line. */
export interface LintError {
  line: number;
  message: string;
}

const PARTIAL = /from ['"]@partials\/([\w-]+\.mdx)['"]/g;

/** Parses a page with the syntax that Starlight enables. Throws a `WriterError` at the first syntax error. */
export function parsePage(file: string, source: string): ParsedPage {
  const parse = file.endsWith('.mdx') ? mdxToMdast : markdownToMdast;
  try {
    const nodes = [...nodesIn(parse(source, { features: { directive: true } }))];
    const imports = nodes.flatMap((node) =>
      node.type === 'mdxjsEsm' ? [...node.value.matchAll(PARTIAL)] : [],
    );
    return { file, source, nodes, partials: imports.map(([, name]) => `src/content/partials/${name}`) };
  } catch (error) {
    const [, line, reason] = /^(\d+):\d+: ([^]*)/.exec((error as Error).message) ?? [];
    if (reason === undefined) throw error;
    throw new WriterError(`${file}:${line}: ${reason.replace(/ \(mdx-.*/, '.')}${hintFor(reason)}`);
  }
}

/** A hint for two common mistakes: MDX reads `<30` as a tag, and it expects a closing tag for `<br>`. */
function hintFor(reason: string): string {
  const [, tag] = /closing tag for `<(br|hr|img)\b/.exec(reason) ?? [];
  if (tag) return ` Write <${tag} />.`;
  return reason.includes('after `<`') ? ' To show <, write it as inline code.' : '';
}

/** The slug of a page; `undefined` for a partial. */
export function slugOf(file: string): string | undefined {
  const [, path] = /^src\/content\/docs\/(.+)\.mdx?$/.exec(file) ?? [];
  return path?.replace(/\/index$/, '');
}

/** Yields a node and its descendants, in page order. */
export function* nodesIn(root: MdastNode): Generator<MdastNode> {
  const rest = [root];
  for (let node = rest.pop(); node; node = rest.pop()) {
    yield node;
    if ('children' in node) rest.push(...(node.children as MdastNode[]).toReversed());
  }
}

/** True for JSX: HTML or a component. */
export function isElement(node: MdastNode): node is MdxElement {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** A node's line in the page's file. */
export function lineOf(node: MdastNode): number {
  return node.position?.start.line ?? 1;
}

/** An attribute's value; `undefined` if it's an expression or missing. */
export function stringAttribute({ attributes }: MdxElement, name: string): string | undefined {
  const attribute = attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === name);
  return typeof attribute?.value === 'string' ? attribute.value : undefined;
}
