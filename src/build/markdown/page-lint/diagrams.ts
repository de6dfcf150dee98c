import { parseMermaid } from 'beautiful-mermaid';
import {
  isElement,
  lineOf,
  stringAttribute,
  type MdxElement,
  type ParsedPage,
} from '../../../content/mdx.ts';
import { parseSequence } from '../../../diagrams/parse-sequence.ts';
import type { LintError } from './lint-error.ts';

const HEADER = /^(sequenceDiagram|(?:flowchart|graph) (?:TB|TD|LR|BT|RL)|stateDiagram(?:-v2)?)$/;
const ARROW = /<?[-=.]+>|-{3,}|={3,}/g;
/** Text in quotes, the innermost brackets, or an arrow's label. */
const LABEL = /"[^"]*"|\|[^|"]*\||\[[^[\](){}"]*\]|\([^[\](){}"]*\)|\{[^[\](){}"]*\}/g;
/** Lines of flowcharts and state diagrams that draw nothing by themselves. */
const SETTING = /^(subgraph|end|direction|classDef|class|style|linkStyle|state|note|\}|%%)/;

/** Finds diagrams without alternative text, and those that can't be rendered. The renderer skips lines in silence. */
export function checkDiagrams(page: ParsedPage): LintError[] {
  return page.nodes.flatMap((node) =>
    isElement(node) && node.name === 'Diagram' ? checkDiagram(node, page) : [],
  );
}

function checkDiagram(element: MdxElement, page: ParsedPage): LintError[] {
  const source = sourceOf(element);
  if (source === undefined) return [];
  const [header = '', ...lines] = source
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const what = `the diagram "${stringAttribute(element, 'title') ?? ''}"`;
  const at = (line: string, fix: string): LintError => ({
    line: lineIn(page, element, line),
    message: `${what} has "${line}"; ${fix}`,
  });
  if (!HEADER.test(header))
    return [at(header, 'start it with flowchart TB, sequenceDiagram, or stateDiagram-v2.')];
  if (header === 'sequenceDiagram') return sequenceErrors(source, at);
  const hasAlt = element.attributes.some((each) => 'name' in each && each.name === 'alt');
  return [
    ...(hasAlt
      ? []
      : [{ line: lineOf(element), message: `${what} needs alt="…": everything that it shows.` }]),
    ...lines
      .filter((line) => line !== '' && !isDrawn(header, line))
      .map((line) => at(line, 'write a --> b, a -->|label| b, or a[Label], and close each bracket.')),
  ];
}

/** The diagram, if it's a plain template literal or string. */
function sourceOf(element: MdxElement): string | undefined {
  const text = stringAttribute(element, 'source');
  const attribute = element.attributes.find((each) => 'name' in each && each.name === 'source');
  const code = typeof attribute?.value === 'object' ? attribute.value?.value : undefined;
  return text ?? /^\s*`((?:(?!\$\{)[^`])*)`\s*$/.exec(code ?? '')?.[1];
}

function sequenceErrors(source: string, at: (line: string, fix: string) => LintError): LintError[] {
  const errors: LintError[] = [];
  try {
    parseSequence(source, (line, fix) => {
      errors.push(at(line, `${fix}.`));
      throw new Error(fix);
    });
  } catch (error) {
    if (errors.length === 0) throw error;
  }
  return errors;
}

/** Whether the renderer draws every arrow of a line, and its brackets are closed. */
function isDrawn(header: string, line: string): boolean {
  if (SETTING.test(line)) return true;
  let rest = line.replace(/^(.*-->.*?|[\w-]+)\s:\s.*$/, '$1');
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replaceAll(LABEL, '')];
  if (/["|[\](){}]/.test(rest)) return false;
  const { nodes, edges } = parseMermaid(`${header}\n${line}`);
  return nodes.size > 0 && edges.length >= (rest.match(ARROW) ?? []).length;
}

function lineIn({ source }: ParsedPage, { position }: MdxElement, text: string): number {
  const start = position?.start.offset ?? 0;
  return source.slice(0, Math.max(start, source.indexOf(text, start))).split('\n').length;
}
