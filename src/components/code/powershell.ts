import { definePlugin, type ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';
import { h } from '@astrojs/starlight/expressive-code/hast';

/** Matches the space between words, or a part of a word: single-quoted, double-quoted, escaped, or bare. */
const PARTS = /((?:\\\n|[ \t])+|\n)|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)/gs;
/** Syntax that can't be translated: substitutions in double quotes; outside them, also pipes, redirects, and so on. */
const UNSUPPORTED = [/`|\$(?![A-Z_])/, /[|&;<>()#*]|`|\$(?![A-Z_])/] as const;
/** Words that need no quotes. PowerShell splits unquoted options such as `-Dhttps.proxyHost` at the period. */
const BARE = /^(?!-[^-].*\.)[\w./:=+-]+$/;

/** A word of a command: the space before it, its text without quotes, and its text for PowerShell's double quotes. */
type Word = Record<'space' | 'text' | 'expandable', string>;

/** Translates POSIX shell commands into PowerShell; `undefined` if they need more than quotes and variables. */
export function toPowerShell(code: string): string | undefined {
  const commands: Word[][] = [[]];
  let space = '';
  let word: Word | undefined;
  for (const [, end, single, double, escaped, bare = ''] of code.matchAll(PARTS)) {
    if (UNSUPPORTED[0].test(double ?? '') || UNSUPPORTED[1].test(bare)) return undefined;
    if (end !== undefined) {
      space = end === '\n' ? '' : end.replaceAll('\\', '`');
      word = undefined;
      if (end === '\n') commands.push([]);
      continue;
    }
    if (!word) commands.at(-1)!.push((word = { space, text: '', expandable: '' }));
    const text = single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? bare;
    const expands = single === undefined && escaped === undefined;
    word.text += text;
    word.expandable += text
      .replaceAll(/[`"$]/g, (sign) => (expands && sign === '$' ? sign : `\`${sign}`))
      .replaceAll(/(?<!`)\$(?=\w)/g, '$env:');
  }
  const lines = commands.map(translated);
  return lines.some((line) => line === undefined) ? undefined : lines.join('\n');
}

function translated(words: Word[]): string | undefined {
  const [program, ...others] = words;
  if (!program) return '';
  if (program.text === 'export') return others.map(setting).join('; ');
  if (others.length === 0 && /^\w+=/.test(program.text)) return setting(program);
  // Windows PowerShell drops double quotes from arguments. cURL can read one argument from a pipe.
  const piped = others.filter(({ text }) => text.includes('"'));
  if (piped.length > (program.text === 'curl' ? 1 : 0) || program.text.includes('=')) return undefined;
  const rest = others.map((word) => word.space + (piped.includes(word) ? "'@-'" : quoted(word)));
  const name = { curl: 'curl.exe', python3: 'python' }[program.text] ?? quoted(program);
  return [...piped.map((word) => `${quoted(word)} | `), name, ...rest].join('');
}

function setting({ text, expandable }: Word): string {
  const start = text.indexOf('=') + 1;
  const value = quoted({ text: text.slice(start), expandable: expandable.slice(start) }, /^$/);
  return `$env:${text.slice(0, start - 1)} = ${value}`;
}

function quoted({ text, expandable }: Omit<Word, 'space'>, bare = BARE): string {
  if (/(?<!`)\$env:/.test(expandable)) return `"${expandable}"`;
  return bare.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

/** Adds PowerShell variants below POSIX shell commands if they differ. */
export function powerShellVariants(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'powershell-variants',
    hooks: {
      postprocessRenderedBlock: ({ codeBlock, renderData: { blockAst: figure } }) => {
        if (!['sh', 'bash'].includes(codeBlock.language)) return;
        const code = toPowerShell(codeBlock.code);
        if (code === codeBlock.code) return;
        const variant = code ? h('pre', h('code', code)) : h('p', 'On Windows, run this in Git Bash or WSL.');
        figure.children.push(h('details.powershell', [h('summary', 'PowerShell'), variant]));
      },
    },
  });
}
