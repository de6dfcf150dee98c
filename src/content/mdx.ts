/**
 * The only place where Markdown and MDX are parsed outside of Astro. The navigation and the integrations both read
 * pages, so it is in a part that both may import.
 */

import { parseSync } from 'rolldown/utils';
import {
  markdownToMdast,
  mdxToMdast,
  type MdastNode,
  type MdxJsxFlowElement,
  type MdxJsxTextElement,
} from 'satteri';

/** A component or an HTML element in MDX. */
export type MdxElement = MdxJsxFlowElement | MdxJsxTextElement;

/** One name that a page imports. */
export interface MdxImport {
  /** The name that the page uses. */
  local: string;
  /** The module's own name for it; `undefined` for its default export, and for all of its exports. */
  imported: string | undefined;
  /** The module, as written. */
  from: string;
  line: number;
}

/** A page as a syntax tree. Nodes have positions; lines count from 1. */
export interface ParsedPage {
  /** Path of the file, for messages. */
  file: string;
  source: string;
  tree: MdastNode;
  imports: readonly MdxImport[];
  /** Names that the page itself defines with `export`. */
  exports: readonly string[];
}

/** A page that isn't valid MDX. The message starts with file and line; `reason` leaves them out. */
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
 * @param file - Decides between Markdown and MDX by its extension.
 * @throws MdxError with the line of the first syntax error.
 */
export function parsePage(file: string, source: string): ParsedPage {
  const parse = file.endsWith('.mdx') ? mdxToMdast : markdownToMdast;
  let tree: MdastNode;
  try {
    tree = parse(source, { features: { directive: true } });
  } catch (error) {
    const [, line, reason] = /^(\d+):\d+: ([^]*)/.exec((error as Error).message) ?? [];
    throw new MdxError(file, Number(line ?? 1), reason ?? (error as Error).message);
  }
  return { file, source, tree, ...readModuleCode(file, tree) };
}

/** Reads the `import` and `export` statements of a page. */
function readModuleCode(file: string, tree: MdastNode): Pick<ParsedPage, 'imports' | 'exports'> {
  const imports: MdxImport[] = [];
  const exports: string[] = [];
  for (const node of nodesIn(tree)) {
    if (node.type !== 'mdxjsEsm') continue;
    const lineAt = (offset: number) => lineOf(node) + node.value.slice(0, offset).split('\n').length - 1;
    const { module, errors } = parseSync('page.jsx', node.value);
    const [error] = errors;
    if (error) throw new MdxError(file, lineAt(error.labels[0]?.start ?? 0), error.message);
    for (const { entries, moduleRequest, start } of module.staticImports) {
      for (const { localName, importName } of entries) {
        const imported = importName.name ?? undefined;
        imports.push({ local: localName.value, imported, from: moduleRequest.value, line: lineAt(start) });
      }
    }
    exports.push(
      ...module.staticExports.flatMap(({ entries }) => entries.flatMap((each) => each.localName.name ?? [])),
    );
  }
  return { imports, exports };
}

/** A node and everything below it, in the order of the page. */
export function* nodesIn(node: MdastNode): Generator<MdastNode> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesIn(child as MdastNode);
}

/** True for components and for HTML elements in MDX. */
export function isElement(node: MdastNode): node is MdxElement {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** The line on which a node starts. */
export function lineOf(node: MdastNode): number {
  return node.position?.start.line ?? 1;
}

/** The value of an attribute that is a plain string; `undefined` for an expression, or without the attribute. */
export function stringAttribute({ attributes }: MdxElement, name: string): string | undefined {
  const attribute = attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === name);
  return typeof attribute?.value === 'string' ? attribute.value : undefined;
}
