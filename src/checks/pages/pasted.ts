import type { LintError } from '../../content/mdx.ts';

/** A leftover from a document, chat, or merge, and how to fix it. Only the first one on a line is reported. */
type Leftover = readonly [pattern: RegExp, name: string, fix: string];

/** Leftovers that are mistakes anywhere on a page. */
const anywhere: readonly Leftover[] = [
  [/^([<>|]{7}( |$)|={7}$)/, 'a conflict marker', 'keep one of the versions'],
  [/[\u200b\u2060\ufeff]/, 'a zero-width space', 'remove it'],
  [/\u00ad/, 'a soft hyphen', 'remove it'],
  [/<[A-Z][^>]*=[{[]*[\u2018-\u201e]/, 'a curly quote in an attribute', 'write straight quotes'],
  [/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/, 'a bidirectional control', 'remove it'],
  [
    /\b(gh[a-z]_|github_pat_|sk_live_|xox[bp]-|AKIA)[\w-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY/,
    'a secret',
    'replace it with a made-up value, and revoke it if it is real',
  ],
];

/** Characters that are fine in text, but break code that readers copy. */
const inCode: readonly Leftover[] = [
  [/[\u00a0\u202f]/, 'a no-break space', 'write a space'],
  [/[\u2018\u2019\u201a]/, 'a curly quote', "write '"],
  [/[\u201c\u201d\u201e]/, 'a curly quote', 'write "'],
  [/[\u2013\u2014]/, 'a dash', 'write -'],
];

/** Finds leftovers line by line, because MDX with conflict markers can't be parsed. */
export function pastedErrors(source: string): LintError[] {
  let fence: string | undefined;
  return source.split('\n').flatMap((text, index) => {
    const [, mark] = text.match(/^[\s>]*(`{3,}|~{3,})/) ?? [];
    if (mark && (!fence || mark.startsWith(fence))) fence = fence ? undefined : mark;
    const code = fence ? text : (text.match(/`[^`]+`/g) ?? []).join('\n');
    const leftover =
      anywhere.find(([pattern]) => pattern.test(text)) ?? inCode.find(([pattern]) => pattern.test(code));
    return leftover ? { line: index + 1, message: `the line has ${leftover[1]}; ${leftover[2]}.` } : [];
  });
}
