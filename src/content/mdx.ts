/* Parses pages for all code outside Astro that reads Markdown or MDX. */

import {
  markdownToMdast,
  mdxToMdast,
  type MdastNode,
  type MdxJsxFlowElement,
  type MdxJsxTextElement,
} from 'satteri';
import { importsOf } from '../shared/imports-of.ts';
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

/** The alias in imports of partials. */
const PARTIALS = '@partials/';

/** Parses a page with the syntax that Starlight enables. Throws a `WriterError` at the first syntax error. */
export function parsePage(file: string, source: string): ParsedPage {
  const parse = file.endsWith('.mdx') ? mdxToMdast : markdownToMdast;
  try {
    const nodes = [...nodesIn(parse(source, { features: { directive: true } }))];
    const partials = nodes
      .flatMap((node) => (node.type === 'mdxjsEsm' ? importsOf(node.value) : []))
      .filter((name) => name.startsWith(PARTIALS))
      .map((name) => `src/content/partials/${name.slice(PARTIALS.length)}`);
    return { file, source, nodes, partials };
  } catch (error) {
    const [, line, reason] = (error as Error).message.match(/^(\d+):\d+: ([^]*)/) ?? [];
    if (reason === undefined) throw error;
    const [problem, rule] = reason.split(' (mdx-');
    throw new WriterError(`${file}:${line}: ${problem}${rule ? '.' : ''}${hintFor(reason)}`);
  }
}

/** A hint for two common mistakes: MDX reads `<30` as a tag, and it expects a closing tag for `<br>`. */
function hintFor(reason: string): string {
  const tag = ['br', 'hr', 'img'].find((name) => reason.includes(`closing tag for \`<${name}`));
  if (tag) return ` Write <${tag} />.`;
  return reason.includes('after `<`') ? ' To show <, write it as inline code.' : '';
}

/** Yields a node and its descendants, in page order. */
export function* nodesIn(root: MdastNode): Generator<MdastNode> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if ('children' in node) stack.push(...(node.children as MdastNode[]).toReversed());
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
  const attribute = attributes.find((prop) => prop.type === 'mdxJsxAttribute' && prop.name === name);
  return typeof attribute?.value === 'string' ? attribute.value : undefined;
}
