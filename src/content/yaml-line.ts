import { isNode, LineCounter, parseDocument } from 'yaml';

/**
 * Finds the line of a value in YAML, or of what contains it.
 *
 * @param path - Keys and indexes, outermost first.
 * @returns The line, counted from 1; `undefined` if only the document contains it.
 */
export function yamlLine(source: string, path: readonly PropertyKey[]): number | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { lineCounter });
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
  }
  return undefined;
}
