import { isElement, lineOf, type MdxElement, type ParsedPage } from '../../../content/mdx.ts';

type Node = ParsedPage['tree'];

/** The code of a page. */
export interface PageCode {
  /** Inline code, and API calls in any other text, in the order of the lines. */
  marks: readonly { text: string; line: number }[];
  /** Every identifier in the code blocks. */
  samples: ReadonlySet<string>;
}

const IDENTIFIER = /[A-Za-z_$][\w$]*/g;
const CALL = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w{}/-]*/g;
const INLINE_CODE = /`([^`]+)`/g;

/** Collects the inline code and the API calls of a page, and the identifiers in its code blocks. */
export function readPageCode({ source, tree }: ParsedPage): PageCode {
  const marks: { text: string; line: number }[] = [];
  const samples = new Set<string>();
  visit(tree, false);
  return { marks: marks.sort((a, b) => a.line - b.line), samples };

  function visit(node: Node, isCode: boolean): void {
    if (node.type === 'code') {
      for (const [name] of node.value.matchAll(IDENTIFIER)) samples.add(name);
    } else if (node.type === 'inlineCode' || (node.type === 'text' && isCode)) {
      marks.push({ text: node.value.trim().replace(/\s+/g, ' '), line: lineOf(node) });
    } else if ('value' in node && node.type !== 'yaml') addMatches(CALL, node.value, startOf(node));
    else if ('alt' in node) addMatches(CALL, node.alt ?? '', startOf(node));
    if (isElement(node)) visitAttributes(node);

    const children = 'children' in node ? (node.children as Node[]) : [];
    const isCodeElement = isElement(node) && node.name === 'code' && children.length === 1;
    children.forEach((child, index) => {
      const before = children[index - 1];
      visit(child, isCodeElement || (before?.type === 'html' && before.value === '<code>'));
    });
  }

  /** Attributes hold text that readers see or hear, and the source of diagrams. They have no positions. */
  function visitAttributes(element: MdxElement): void {
    let start = startOf(element);
    for (const attribute of element.attributes) {
      const value = typeof attribute.value === 'string' ? attribute.value : (attribute.value?.value ?? '');
      if ('name' in attribute) start = Math.max(start, source.indexOf(`${attribute.name}=`, start));
      if (typeof attribute.value === 'string') addMatches(INLINE_CODE, value, start);
      addMatches(CALL, value, start);
    }
  }

  /** @param start - Where the text starts in the source, which differs from the text where it has escapes. */
  function addMatches(pattern: RegExp, value: string, start: number): void {
    let place = start;
    for (const [found, text = found] of value.matchAll(pattern)) {
      place = Math.max(place, source.indexOf(text, place));
      marks.push({ text, line: source.slice(0, place).split('\n').length });
      place += 1;
    }
  }
}

function startOf({ position }: Node): number {
  return position?.start.offset ?? 0;
}
