import { lineOf, type ParsedPage } from '../../../content/mdx.ts';
import { nearest } from '../../../shared/nearest.ts';
import { languages } from '../syntax-highlighting.ts';
import type { LintError } from './lint-error.ts';

type Node = ParsedPage['tree'];
type NodeOf<Type extends Node['type']> = Extract<Node, { type: Type }>;

const ASIDES = ['note', 'tip', 'caution', 'danger'];
const ASIDES_LISTED = 'note, :::tip, :::caution, or :::danger';
const DEEPEST = 3;
const FENCE = /`{3}|~{3}/;
const FENCE_END = /^[\s>]*(?:`{3,}|~{3,})\s*$/;

/** Finds asides, headings, tables, lists and code blocks that Markdown reads differently from how their writer meant them. */
export function checkStructure({ file, source, nodes }: ParsedPage): LintError[] {
  const lines = source.split('\n');
  const headings = nodes.filter((node) => node.type === 'heading');
  return [
    ...nodes.flatMap(checkNode),
    ...(file.startsWith('src/content/partials/')
      ? headings.map((each) =>
          at(each, 'a partial has no headings, because the table of contents misses them.'),
        )
      : checkHeadings(headings)),
  ];

  function checkNode(node: Node): LintError[] {
    if (node.type === 'containerDirective') return checkAside(node);
    if (node.type === 'leafDirective')
      return [at(node, `\`::${node.name}\` has no effect; an aside has three colons.`)];
    if (node.type === 'table') return checkTable(node);
    if (node.type === 'list' && node.ordered) return checkSteps(node);
    if (node.type === 'code') return checkFence(node);
    return node.type === 'paragraph' ? checkParagraph(node) : [];
  }

  function checkFence(code: NodeOf<'code'>): LintError[] {
    const { start, end } = code.position!;
    if (!FENCE.test(lines[start.line - 1]!))
      return [at(code, 'four spaces make this code; remove them, or put the code between ``` and ```.')];
    if (start.line === end.line || !FENCE_END.test(lines[end.line - 1]!))
      return [at(code, "the code block isn't closed; write ``` on a line of its own below it.")];
    const { lang } = code;
    if (!lang) return [at(code, 'write the language of the code after ```, or txt for none.')];
    if (languages.includes(lang)) return [];
    const meant = nearest(lang, languages) ?? 'txt';
    return [at(code, `code in "${lang}" can't be colored; write ${meant}.`)];
  }

  function checkAside(aside: NodeOf<'containerDirective'>): LintError[] {
    const { name, children, position } = aside;
    const end = position!.end.line;
    const isClosed =
      /^[\s>]*:{3,}\s*$/.test(lines[end - 1]!) && (children.at(-1)?.position?.end.line ?? 0) < end;
    const meant = nearest(name, ASIDES) ?? ASIDES_LISTED;
    return [
      ...(ASIDES.includes(name) ? [] : [at(aside, `there is no aside \`:::${name}\`; write :::${meant}.`)]),
      ...(isClosed
        ? []
        : [at(aside, `the aside \`:::${name}\` isn't closed; write ::: on a line of its own below it.`)]),
    ];
  }

  /** Pages show steps with consecutive numbers, whichever are written. */
  function checkSteps({ children: steps }: NodeOf<'list'>): LintError[] {
    const numbers = steps.map((step) => Number(/\d+(?=[.)])/.exec(lines[lineOf(step) - 1]!)?.[0]));
    const [first = 1, second] = numbers;
    const wrong = numbers.findIndex((number, index) => number !== (first === second ? first : first + index));
    return wrong === -1
      ? []
      : [at(steps[wrong]!, `step ${numbers[wrong]} follows step ${numbers[wrong - 1]}; renumber it.`)];
  }
}

/** A paragraph that was meant as an aside, a heading or a table. */
function checkParagraph(paragraph: NodeOf<'paragraph'>): LintError[] {
  const [first] = paragraph.children;
  const start = first?.type === 'text' ? first.value.split('\n')[0]!.trim() : '';
  if (/^:{3,}$/.test(start)) return [at(paragraph, '`:::` closes no aside; remove it.')];
  if (start.startsWith(':::'))
    return [at(paragraph, `\`${start}\` opens no aside; write :::note, without a space.`)];
  if (/^#+[^\s#]/.test(start)) return [at(paragraph, `\`${start}\` is no heading; write a space after #.`)];
  if (/^\|.+\|$/.test(start))
    return [at(paragraph, 'this is no table; below its header, write a row of hyphens with as many cells.')];
  return [];
}

/** Markdown drops the cells that a row has too many, and leaves those empty that it has too few. */
function checkTable({ children: rows }: NodeOf<'table'>): LintError[] {
  const columns = rows[0]!.children.length;
  return rows
    .filter(({ children: cells }) => cells.length !== columns)
    .map((row) =>
      at(row, `the row has ${row.children.length} of ${columns} cells; write | within a cell as \\|.`),
    );
}

function checkHeadings(headings: readonly NodeOf<'heading'>[]): LintError[] {
  const lines = new Map<string, number>();
  return headings.flatMap((heading, index) => {
    const above = headings[index - 1]?.depth ?? 1;
    const text = textOf(heading);
    const first = lines.get(text);
    lines.set(text, first ?? lineOf(heading));
    if (heading.depth === 1)
      return at(heading, `the title is the only first-level heading; write ## ${text}`);
    if (heading.depth > above + 1) {
      const right = '#'.repeat(Math.min(above + 1, DEEPEST));
      return at(heading, `the heading "${text}" skips a level; write ${right} ${text}`);
    }
    if (heading.depth > DEEPEST) return at(heading, `the heading "${text}" is too deep; use ## and ###.`);
    if (first !== undefined)
      return at(heading, `line ${first} has the heading "${text}", too; links can't distinguish them.`);
    return [];
  });
}

function at(node: Node, message: string): LintError {
  return { line: lineOf(node), message };
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map((child) => textOf(child as Node)).join('') : '';
}
