/** The prose of a source file, as Markdown on the lines on which it was written. */

import ts from 'typescript';
import { isMap, isPair, isScalar, isSeq, parseDocument, type Node, type Pair } from 'yaml';

/** Where prose starts and ends in a source. */
interface Piece {
  start: number;
  end: number;
  /** Whether the piece may say that something is unknown. */
  unknown?: boolean;
}

/** What the linter reads of a file. */
export interface Prose {
  markdown: string;
  /** Lines that may say that something is unknown: reasons of assumptions, and open questions. */
  unknownLines: ReadonlySet<number>;
}

/** Keys whose values readers of a contract see. */
const contractKeys = new Set([
  'title',
  'summary',
  'description',
  'reason',
  'advice',
  'x-deprecation',
  'note',
]);

/** Attributes of components whose values readers see or hear. */
const ATTRIBUTE = /(?<=[\s](?:alt|title|label|description|aria-label|placeholder)=")[^"]+(?=")/g;

/** What a string has to look like to be prose: two words, or one with a capital letter. */
const PROSE = /\p{L}{2,}[,.:;]?\s+\p{L}|^\p{Lu}\p{Ll}+$/u;

/** Functions whose first argument is the title of a test. */
const TITLED = /^(?:test|it|describe|suite)(?:\.\w+)?$/;

/** Returns the prose of a file that isn't a page. Tests have only comments and titles: their strings quote mistakes. */
export function proseOf(file: string, source: string): Prose {
  if (/\.ya?ml$/.test(file)) return asMarkdown(source, piecesOfYaml(source, file.startsWith('openapi/')));
  if (file.endsWith('.css')) {
    return asMarkdown(source, matches(source, /\/\*[^]*?\*\/|(?<=\bcontent: ')[^'\n]{3,}(?=')/g));
  }
  if (file.endsWith('.astro')) return asMarkdown(source, piecesOfAstro(source));
  return asMarkdown(source, piecesOfScript(source, { isTest: file.startsWith('tests/') }));
}

/** Returns the prose that Markdown tools don't see: front matter, and attributes of components. */
export function attributesOf(source: string): Prose {
  const [frontMatter = ''] = /^---\n[^]*?\n---\n/.exec(source) ?? [];
  return asMarkdown(source, [
    ...matches(
      frontMatter,
      /(?<=\n(?:title|description| {2}label):\s+)(?!>-)\S[^\n]*|(?<=\n) {2}(?!label)[^\n]+/g,
    ),
    ...matches(source, ATTRIBUTE),
  ]);
}

/** Returns the lines below "Open questions", which may say that something is unknown. */
export function openQuestionLines(source: string): Set<number> {
  const lines = source.split('\n');
  const start = lines.findIndex((line) => /^## Open questions\s*$/.test(line));
  if (start === -1) return new Set();
  const next = lines.findIndex((line, index) => index > start && /^## /.test(line));
  const end = next === -1 ? lines.length : next;
  return new Set(Array.from({ length: end - start }, (_, index) => start + 1 + index));
}

function matches(source: string, pattern: RegExp): Piece[] {
  return [...source.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Leaves out everything but the pieces, and the marks of comments, so that each line keeps its number. */
function asMarkdown(source: string, pieces: readonly Piece[]): Prose {
  const unknownLines = new Set<number>();
  const sorted = pieces.toSorted((a, b) => a.start - b.start);
  let offset = 0;
  const lines = source.split('\n').map((line, index) => {
    const end = offset + line.length;
    const here = sorted.filter((piece) => piece.start < end && piece.end > offset);
    if (here.length > 0 && here.every(({ unknown }) => unknown)) unknownLines.add(index + 1);
    const parts = here.map((piece) =>
      line
        .slice(Math.max(0, piece.start - offset), Math.min(line.length, piece.end - offset))
        .replace(/^\s*(?:\/\*+|\/\/+|\*+\/?|<!--|#+\s|[>|][-+]?$)/, '')
        .replace(/(?:\*+\/|-->)\s*$/, '')
        // Neither HTML nor an escape begins in prose.
        .replace(/[<>\\]/g, ' ')
        .trim(),
    );
    offset = end + 1;
    return parts.filter((part) => part !== '').join(' — ');
  });
  return { markdown: lines.join('\n'), unknownLines };
}

function piecesOfYaml(source: string, isContract: boolean): Piece[] {
  const pieces = matches(source, /(?<=^|\n)\s*#[^\n]*/g);
  const add = (node: unknown, unknown: boolean) => {
    if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return;
    if (PROSE.test(node.value)) pieces.push({ start: node.range[0], end: node.range[1], unknown });
  };
  const visit = (node: Node | Pair | null | undefined, key: string) => {
    if (isMap(node)) node.items.forEach((pair) => visit(pair, key));
    else if (isSeq(node)) node.items.forEach((item) => visit(item as Node, key));
    else if (isPair(node)) {
      const name = isScalar(node.key) ? String(node.key.value) : '';
      // Bodies in examples are data.
      if (!(isContract && (name === 'value' || name === 'example'))) visit(node.value as Node, name);
    } else if (!isContract || contractKeys.has(key)) add(node, key === 'reason');
  };
  visit(parseDocument(source).contents, '');
  return pieces;
}

function piecesOfAstro(source: string): Piece[] {
  const script = /^---\n[^]*?\n---\n/.exec(source)?.[0] ?? '';
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const template = source
    .replace(script, blank)
    .replace(/(<(style|script)\b[^>]*>)([^]*?)(<\/\2>)/g, blank)
    .replace(/<!--[^]*?-->/g, blank)
    // One element, so that TypeScript reads it as JSX.
    .replace(/^ {3}\n/, '<> \n');
  return [
    ...piecesOfScript(script.replace(/^---|---(?=\n$)/g, '   '), {}),
    ...piecesOfScript(script === '' ? `<>${template}` : template, {}, script === '' ? -2 : 0),
    ...matches(source, /<!--[^]*?-->/g),
    ...[...source.matchAll(/<(style|script)\b[^>]*>([^]*?)<\/\1>/g)].flatMap((match) =>
      piecesIn(match[2]!, match.index + match[0].indexOf('>') + 1),
    ),
  ];
}

/** Comments of a stylesheet or script within a component. */
function piecesIn(text: string, offset: number): Piece[] {
  return matches(text, /\/\*[^]*?\*\/|(?<=^|\n)\s*\/\/[^\n]*/g).map(({ start, end }) => ({
    start: start + offset,
    end: end + offset,
  }));
}

/** @param shift - Added to each offset, for a source that something was put in front of. */
function piecesOfScript(source: string, { isTest = false }, shift = 0): Piece[] {
  const file = ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const pieces = new Map<number, Piece>();
  const add = (start: number, end: number) => pieces.set(start, { start: start + shift, end: end + shift });
  const visit = (node: ts.Node) => {
    if (node.kind !== ts.SyntaxKind.JsxText && node.getChildCount(file) === 0) {
      const comments = ts.getLeadingCommentRanges(source, node.pos) ?? [];
      for (const { pos, end } of [...comments, ...(ts.getTrailingCommentRanges(source, node.end) ?? [])]) {
        if (!/^\/\/\/|^\/\/ @ts-/.test(source.slice(pos, end))) add(pos, end);
      }
    }
    if (ts.isJSDoc(node)) return;
    if (isText(node) && isShown(node, isTest) && PROSE.test(node.text.trim())) {
      const edge = ts.isJsxText(node) ? 0 : 1;
      add(node.getStart(file, false) + edge, node.end - edge);
    }
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  return [...pieces.values()];
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateLiteralLikeNode | ts.JsxText {
  return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
}

/** Whether a string can be read by people. */
function isShown(node: ts.Node, isTest: boolean): boolean {
  let at = node;
  while (ts.isTemplateSpan(at.parent) || ts.isTemplateExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (!isTest) return !ts.isImportDeclaration(parent) && !ts.isExportDeclaration(parent);
  if (ts.isPropertyAssignment(parent)) return parent.initializer === at && parent.name.getText() === 'title';
  return (
    ts.isCallExpression(parent) && parent.arguments[0] === at && TITLED.test(parent.expression.getText())
  );
}
