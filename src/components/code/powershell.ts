import type { ExpressiveCodeBlock } from '@astrojs/starlight/expressive-code';
import { h, type Element } from '@astrojs/starlight/expressive-code/hast';

/** Matches the space between words, or a part of a word: single-quoted, double-quoted, escaped, or bare. */
const WORD_PARTS = /((?:\\\n|[ \t])+|\n)|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)/gs;
/** Matches an escaped character, a variable, or text, in double quotes or in a bare part. */
const EXPANDED_PARTS = /\\(["\\$`])|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})|([^\\$]+|.)/gs;
/** Syntax that isn't translated: substitutions in double quotes; in bare parts, also pipes, globs, and so on. */
const UNSUPPORTED = { double: /[`$]/, bare: /[`$|&;<>()#*?[\]{}~!]/ } as const;
/** Words that need no quotes. PowerShell splits unquoted options such as `-Dhttps.proxyHost` at the period. */
const BARE_WORD = /^(?!-[^-].*\.)[\w./:=+-]+$/;
/** cURL's options that read a body from a pipe if their value is `@-`. */
const BODY_OPTIONS = new Set(['--data', '--data-binary']);
/** Options and variables whose value is a list of paths, which Windows separates with semicolons. */
const PATH_LISTS = new Set([
  '-cp',
  '-classpath',
  '--class-path',
  'CLASSPATH',
  'NODE_PATH',
  'PATH',
  'PYTHONPATH',
]);

/** A part of a word without its quotes: text, or the name of a variable. */
interface Part {
  text: string;
  isVariable?: true;
}

/** A word of a command, with the space before it. */
interface Word {
  space: string;
  parts: Part[];
}

/** Translates POSIX shell commands into PowerShell; `undefined` if they need more than quotes and variables. */
export function toPowerShell(code: string): string | undefined {
  const withQuotes = new Set<string>();
  const lines = commandsIn(code)?.map((words) => translated(words, withQuotes));
  return lines?.includes(undefined) ? undefined : lines?.join('\n');
}

/** The words of each command, or `undefined` if they can't be translated. */
function commandsIn(code: string): Word[][] | undefined {
  let words: Word[] = [];
  const commands = [words];
  let space = '';
  let word: Word | undefined;
  for (const [, end, single, double, escaped, bare = ''] of code.matchAll(WORD_PARTS)) {
    if (end !== undefined) {
      space = end === '\n' ? '' : end.replaceAll('\\', '`');
      word = undefined;
      if (end === '\n') commands.push((words = []));
      continue;
    }
    if (!word) words.push((word = { space, parts: [] }));
    const literal = single ?? escaped;
    if (literal !== undefined) word.parts.push({ text: literal });
    for (const [, sign, name, inBraces, text = ''] of (double ?? bare).matchAll(EXPANDED_PARTS)) {
      if (UNSUPPORTED[double === undefined ? 'bare' : 'double'].test(text)) return undefined;
      const variable = name ?? inBraces;
      word.parts.push(variable ? { text: variable, isVariable: true } : { text: sign ?? text });
    }
  }
  return commands;
}

/** `withQuotes` contains the variables whose values contain double quotes. */
function translated(words: readonly Word[], withQuotes: Set<string>): string | undefined {
  const [program, ...args] = words;
  if (!program) return '';
  const name = textOf(program.parts);
  if (name === 'export') return args.map(({ parts }) => assignment(parts, withQuotes)).join('; ');
  if (name.includes('=')) return args.length > 0 ? undefined : assignment(program.parts, withQuotes);
  // Windows PowerShell drops empty arguments, and double quotes in arguments. cURL can read one body from a pipe.
  const hasQuotes = ({ parts }: Word) => containsQuotes(parts, withQuotes);
  const [piped, second] = args.filter(hasQuotes);
  const optionOf = (word: Word) => textOf(args[args.indexOf(word) - 1]?.parts ?? []);
  const isBody = piped && !second && name === 'curl' && BODY_OPTIONS.has(optionOf(piped));
  if ((piped && !isBody) || args.some(({ parts }) => textOf(parts) === '')) return undefined;
  const values = args.map((word) => {
    if (word === piped) return `${word.space}'@-'`;
    return word.space + powerShellQuoted(PATH_LISTS.has(optionOf(word)) ? pathList(word.parts) : word.parts);
  });
  const executable = { curl: 'curl.exe', python3: 'python' }[name] ?? powerShellQuoted(program.parts);
  return [piped ? `${powerShellQuoted(piped.parts)} | ` : '', executable, ...values].join('');
}

function assignment([first, ...otherParts]: readonly Part[], withQuotes: Set<string>): string {
  const [name = '', ...valueStart] = first?.text.split('=') ?? [];
  const valueParts = [{ text: valueStart.join('=') }, ...otherParts];
  if (containsQuotes(valueParts, withQuotes)) withQuotes.add(name);
  return `$env:${name} = ${powerShellQuoted(PATH_LISTS.has(name) ? pathList(valueParts) : valueParts, false)}`;
}

const textOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join('');

const containsQuotes = (parts: readonly Part[], withQuotes: ReadonlySet<string>) =>
  parts.some(({ text, isVariable }) => (isVariable ? withQuotes.has(text) : text.includes('"')));

const pathList = (parts: readonly Part[]) =>
  parts.map((part) => (part.isVariable ? part : { text: part.text.replaceAll(':', ';') }));

function powerShellQuoted(parts: readonly Part[], mayBeBare = true): string {
  const text = textOf(parts);
  if (!parts.some(({ isVariable }) => isVariable))
    return mayBeBare && BARE_WORD.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
  const expandable = parts.map(({ text, isVariable }, index) => {
    if (!isVariable) return text.replaceAll(/[`"$]/g, '`$&');
    // In PowerShell, `?` and `:` belong to a name without braces.
    return /^[\w?:]/.test(parts[index + 1]?.text ?? '') ? `\${env:${text}}` : `$env:${text}`;
  });
  return `"${expandable.join('')}"`;
}

/** Adds a PowerShell variant below POSIX shell commands if it differs. */
export function addPowerShell({ code, language }: ExpressiveCodeBlock, block: Element): void {
  if (!['sh', 'bash'].includes(language)) return;
  const translation = toPowerShell(code);
  if (translation === code) return;
  const variant = translation
    ? h('pre', h('code', translation))
    : h('p', 'On Windows, run this in Git Bash or WSL.');
  block.children.push(h('details.powershell', [h('summary', 'PowerShell'), h('div.code-row', variant)]));
}
