/* Parses pages, for all code outside of Astro that reads Markdown or MDX. */

import { parseSync } from 'rolldown/utils';
import {
  markdownToMdast,
  mdxToMdast,
  type MdastNode,
  type MdxjsEsm,
  type MdxJsxFlowElement,
  type MdxJsxTextElement,
} from 'satteri';

/** A component or an HTML element in MDX. */
export type MdxElement = MdxJsxFlowElement | MdxJsxTextElement;

/** A page as a syntax tree. Lines count from 1. */
export interface ParsedPage {
  /** Path of the file, for messages. */
  file: string;
  source: string;
  tree: MdastNode;
  /** The names that the page imports, each with its module as written. */
  imports: readonly { name: string; from: string; line: number }[];
  /** The names that the page defines with `export`. */
  exports: readonly string[];
}

/** A syntax error in a page. The message starts with file and line; `reason` doesn't include them. */
export class MdxError extends Error {
  readonly line: number;
  readonly reason: string;

  constructor(file: string, line: number, reason: string) {
    super(`${file}:${line}: ${reason}`);
    this.name = 'MdxError';
    this.line = line;
    this.reason = reason;
  }
}

/**
 * Parses a page with the syntax that Starlight enables.
 *
 * @param file - Path of the file. Its extension selects Markdown or MDX.
 * @throws MdxError at the first syntax error.
 */
export function parsePage(file: string, source: string): ParsedPage {
  const parse = file.endsWith('.mdx') ? mdxToMdast : markdownToMdast;
  try {
    const tree = parse(source, { features: { directive: true } });
    const statements = [...nodesIn(tree)]
      .filter((node) => node.type === 'mdxjsEsm')
      .map((node) => parseStatements(file, node));
    const imports = statements.flatMap((each) => each.imports);
    return { file, source, tree, imports, exports: statements.flatMap((each) => each.exports) };
  } catch (error) {
    const [, line, reason] = /^(\d+):\d+: ([^]*)/.exec((error as Error).message) ?? [];
    throw reason === undefined ? error : new MdxError(file, Number(line), reason);
  }
}

/** Parses `import` and `export` statements. */
function parseStatements(file: string, node: MdxjsEsm): Pick<ParsedPage, 'imports' | 'exports'> {
  const lineAt = (offset = 0) => lineOf(node) + node.value.slice(0, offset).split('\n').length - 1;
  const { module, errors } = parseSync('page.jsx', node.value);
  const [error] = errors;
  if (error) throw new MdxError(file, lineAt(error.labels[0]?.start), error.message);
  return {
    imports: module.staticImports.flatMap(({ entries, moduleRequest, start }) =>
      entries.map(({ localName }) => ({
        name: localName.value,
        from: moduleRequest.value,
        line: lineAt(start),
      })),
    ),
    exports: module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ localName }) => localName.name ?? []),
    ),
  };
}

/** Yields a node and its descendants, in the order of the page. */
export function* nodesIn(node: MdastNode): Generator<MdastNode> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesIn(child as MdastNode);
}

/** Whether a node is a component or an HTML element in MDX. */
export function isElement(node: MdastNode): node is MdxElement {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** Returns the line on which a node starts. */
export function lineOf(node: MdastNode | MdxjsEsm): number {
  return node.position?.start.line ?? 1;
}

/** Returns an attribute's value if it is a plain string; `undefined` if it is an expression or missing. */
export function stringAttribute({ attributes }: MdxElement, name: string): string | undefined {
  const attribute = attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === name);
  return typeof attribute?.value === 'string' ? attribute.value : undefined;
}
