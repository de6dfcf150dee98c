import { definePlugin, type ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';
import { h } from '@astrojs/starlight/expressive-code/hast';

/** The space between two words, or a part of a word: in single quotes, in double quotes, escaped, or bare. */
const PARTS = /((?:\\\n|[ \t])+|\n)|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)/gs;
/** Substitutions in double quotes; outside of quotes, also pipes, lists, redirections, and comments. */
const UNSUPPORTED = [/`|\$(?![A-Z_])/, /[|&;<>()#]|`|\$(?![A-Z_])/] as const;
/** What needs no quotes. Without them, PowerShell divides options such as `-Dhttps.proxyHost` at the point. */
const BARE = /^(?!-[^-].*\.)[\w./:=+-]+$/;

/** A word, and the space before it. */
interface Word {
  space: string;
  /** What it says. */
  text: string;
  /** The same within double quotes of PowerShell. */
  expandable: string;
}

/**
 * Translates commands for POSIX shells into PowerShell.
 *
 * @returns `undefined` if they need more than the quotes and variables of the shell.
 */
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

function translated([...words]: Word[]): string | undefined {
  const settings: string[] = [];
  if (words[0]?.text === 'export') words.shift();
  while (words[0] && /^\w+=/.test(words[0].text)) {
    const { text, expandable } = words.shift()!;
    const start = text.indexOf('=') + 1;
    const value = quoted({ space: '', text: text.slice(start), expandable: expandable.slice(start) }, /^$/);
    settings.push(`$env:${text.slice(0, start - 1)} = ${value}`);
  }
  const [program, ...others] = words;
  if (!program) return settings.join('; ');
  // Windows PowerShell drops double quotes from arguments. cURL can read one from a pipe.
  const isCurl = program.text === 'curl';
  const piped = others.filter(({ text }) => text.includes('"'));
  if (piped.length > (isCurl ? 1 : 0)) return undefined;
  const rest = others.map((word) => word.space + (piped.includes(word) ? "'@-'" : quoted(word)));
  const name = { curl: 'curl.exe', python3: 'python' }[program.text] ?? quoted(program);
  return [
    ...settings.map((setting) => `${setting}; `),
    ...piped.map((word) => `${quoted(word)} | `),
    name,
    ...rest,
  ].join('');
}

function quoted({ text, expandable }: Word, bare = BARE): string {
  if (/(?<!`)\$env:/.test(expandable)) return `"${expandable}"`;
  if (bare.test(text)) return text;
  // Programs get the pattern itself, because PowerShell doesn't replace it by files.
  return text.includes('*') ? `(Resolve-Path ${text}).Path` : `'${text.replaceAll("'", "''")}'`;
}

/** Adds the same commands in PowerShell below those for POSIX shells, where they differ. */
export function powerShellVariants(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'powershell-variants',
    hooks: {
      postprocessRenderedBlock: ({ codeBlock, renderData: { blockAst: figure } }) => {
        if (!['sh', 'bash'].includes(codeBlock.language)) return;
        const code = toPowerShell(codeBlock.code);
        if (code === codeBlock.code) return;
        const lines = code?.split('\n').map((line) => h('div.ec-line', h('div.code', line || '\n')));
        figure.children.push(
          h('details.powershell', [
            h('summary', 'PowerShell'),
            lines ? h('pre', h('code', lines)) : h('p', 'On Windows, run this in Git Bash or WSL.'),
          ]),
        );
      },
    },
  });
}
