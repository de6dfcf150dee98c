/* Parses pages for all code outside Astro that reads Markdown or MDX. */

import {
  markdownToMdast,
  mdxToMdast,
  type MdastNode,
  type MdxJsxFlowElement,
  type MdxJsxTextElement,
} from 'satteri';
import { WriterError } from '../shared/writer-error.ts';

/** A component or an HTML element in MDX. */
export type MdxElement = MdxJsxFlowElement | MdxJsxTextElement;

/** A page as a syntax tree. Lines count from 1. */
export interface ParsedPage {
  /** Path of the file, for messages. */
  file: string;
  source: string;
  tree: MdastNode;
  /** The tree and all nodes below it, in page order. */
  nodes: readonly MdastNode[];
  /** The partials that the page imports, as paths from the project's root. */
  partials: readonly string[];
}

/** A mistake on a page. */
export interface LintError {
  line: number;
  message: string;
}

const PARTIAL = /from ['"]@partials\/([\w-]+\.mdx)['"]/g;

/**
 * Parses a page with the syntax that Starlight enables.
 *
 * @param file - Path of the file. Its extension selects Markdown or MDX.
 * @throws WriterError at the first syntax error, with file and line.
 */
export function parsePage(file: string, source: string): ParsedPage {
  const parse = file.endsWith('.mdx') ? mdxToMdast : markdownToMdast;
  try {
    const tree = parse(source, { features: { directive: true } });
    const nodes = [...nodesIn(tree)];
    const partials = nodes.flatMap((node) =>
      node.type === 'mdxjsEsm' ? [...node.value.matchAll(PARTIAL)] : [],
    );
    return {
      file,
      source,
      tree,
      nodes,
      partials: partials.map(([, name]) => `src/content/partials/${name}`),
    };
  } catch (error) {
    const [, line, reason] = /^(\d+):\d+: ([^]*)/.exec((error as Error).message) ?? [];
    if (reason === undefined) throw error;
    throw new WriterError(`${file}:${line}: ${reason.replace(/ \(mdx-.*/, '.')}${hintFor(reason)}`);
  }
}

/** MDX reads `<30` as a tag and expects a closing tag for `<br>`. */
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

/** True if a node is a component or an HTML element in MDX. */
export function isElement(node: MdastNode): node is MdxElement {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** Returns the line on which a node starts. */
export function lineOf(node: MdastNode): number {
  return node.position?.start.line ?? 1;
}

/** Returns an attribute's value if it is a plain string; `undefined` if it is an expression or missing. */
export function stringAttribute({ attributes }: MdxElement, name: string): string | undefined {
  const attribute = attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === name);
  return typeof attribute?.value === 'string' ? attribute.value : undefined;
}
