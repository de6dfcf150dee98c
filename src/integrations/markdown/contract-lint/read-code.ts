/** A piece of inline code, or a call that a page names. */
export interface CodeMark {
  text: string;
  /** Line in the file, counted from 1. */
  line: number;
}

/** What the check needs of a page. */
export interface PageCode {
  /** Where the page lies, for messages. */
  file: string;
  marks: CodeMark[];
  /** Every identifier in the code samples of the page. */
  samples: ReadonlySet<string>;
}

const IDENTIFIER = /[A-Za-z_$][\w$]*/g;
const FENCE = /^\s*(`{3,}|~{3,})/;
const INLINE_CODE = /(?<!`)(`+)(?!`)((?:(?!\n\s*\n)[\s\S])*?[^`])\1(?!`)|<code>([^<{]+)<\/code>/g;
/** A template literal as the value of a component's attribute. */
const LITERAL = /=\{`[^`]*`\}/g;
const CALL = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w{}/-]*/g;

/** Reads the code marks of a page's source. Code fences give the samples, and are no marks. */
export function readCode(file: string, source: string): PageCode {
  const samples = new Set<string>();
  const text = withoutFences(source, samples);
  const lineAt = lineCounter(source);
  const marks: CodeMark[] = [];
  // What components draw is no inline code, though template literals look like it; its calls are checked below.
  const withoutLiterals = text.replace(LITERAL, (literal) => literal.replace(/[^\n]/g, ' '));
  let outside = '';
  let end = 0;
  for (const { 0: whole, 2: marked, 3: element, index } of withoutLiterals.matchAll(INLINE_CODE)) {
    marks.push({ text: (marked ?? element ?? '').trim().replace(/\s+/g, ' '), line: lineAt(index) });
    outside += text.slice(end, index) + blank(whole);
    end = index + whole.length;
  }
  for (const { 0: call, index } of (outside + text.slice(end)).matchAll(CALL)) {
    marks.push({ text: call, line: lineAt(index) });
  }
  return { file, marks: marks.sort((a, b) => a.line - b.line), samples };
}

/** Blanks front matter and code fences, so that positions stay what they are, and gathers the names in fences. */
function withoutFences(source: string, samples: Set<string>): string {
  let fence: string | undefined;
  let inFrontMatter = source.startsWith('---\n');
  const lines = source.split('\n').map((line, index) => {
    if (inFrontMatter) {
      if (index > 0 && line === '---') inFrontMatter = false;
      return blank(line);
    }
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) {
      fence = mark;
      return mark === undefined ? line : blank(line);
    }
    const ends = mark !== undefined && mark.startsWith(fence) && line.trim() === mark;
    if (ends) fence = undefined;
    else for (const [name] of line.matchAll(IDENTIFIER)) samples.add(name);
    return blank(line);
  });
  return lines.join('\n');
}

function blank(line: string): string {
  return ' '.repeat(line.length);
}

/** Lines of rising positions. */
function lineCounter(source: string): (position: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (position) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
