import { globSync, readFileSync } from 'node:fs';
import { extname, sep } from 'node:path';
import { parse } from 'yaml';
import { limits } from '../../config/limits.ts';
import { allSources, markdownPage, place, type Page } from './pages.ts';

/** A word to avoid, as a regular expression, with its replacement. */
interface Word {
  not: string;
  write?: string;
  why?: string;
  /** The files in which to avoid the word. */
  files?: string;
}

const MOST_WORDS = 30;

const WORDS = 'src/checks/prose/words.yaml';
const { everywhere, terms, fillers, claims } = parse(readFileSync(WORDS, 'utf8')) as {
  everywhere: Word[];
  terms: Word[];
  fillers: string[];
  claims: Word[];
};

const compiled = (words: readonly Word[]) =>
  words.map(({ not, write = '', why = '', files = '' }) => {
    const [, source = '', flags = ''] = /^\/(.*)\/(i?)$/.exec(not) ?? [];
    return { pattern: new RegExp(source, `gm${flags}`), write, why, files: new RegExp(files) };
  });

const common = compiled(everywhere);
const guides = compiled([
  ...terms,
  ...fillers.map((filler) => ({ not: `/(?<![\\w-])${filler}(?![\\w-])/i`, write: '', why: 'Leave it out.' })),
]);

/** The files to read. */
const READ = [
  '*.{md,mjs,js,ts}',
  'docs/**/*.md',
  'openapi/**/*.{yaml,md}',
  '{src,tests}/**/*.{ts,tsx,astro,css,mjs,js,md,mdx}',
  'src/**/*.yaml',
  '{starters,public}/**/*.{md,js}',
];

/** Replaces text with spaces, but keeps its line breaks, so that the text around it stays on its line and column. */
const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** Comments, strings, and text in markup. */
const PROSE =
  /\/\*[^]*?\*\/|(?<=^|\s)\/\/ [^\n]*|<!--[^]*?-->|'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`(?:[^`\\]|\\.)*`|>[^<>{}=;]+</gm;

/** Comments and test titles. Other strings in tests quote mistakes. */
const PROSE_OF_TESTS =
  /\/\*[^]*?\*\/|(?<=^|\s)\/\/ [^\n]*|(?<=\b(?:test|describe)\(\s*)(['"`])(?:(?!\1)[^\\]|\\.)*\1/gm;

/** Code in Markdown and MDX: blocks, inline code, link targets, imports, expressions, and names without spaces. */
const CODE =
  /^( *)(`{3,}|~{3,})[^]*?^\1\2|`[^`\n]*`|\]\([^)]*\)|^(?:import|export) .*|\{[^}\n]*\}|<\/?[\w.]+|\b[\w-]+="[^" ]*"/gm;

/** A file's prose at its original lines and columns. Spaces replace everything else. */
function readable(file: string, source: string): string {
  const extension = extname(file);
  if (extension === '.md' || extension === '.mdx') return source.replace(CODE, blank);
  // Example bodies in contracts are data.
  if (extension === '.yaml') return source.replace(/^( *)value:.*(?:\n\1 .*)*|`[^`\n]*`/gm, blank);
  let last = 0;
  let text = '';
  for (const { 0: found, index } of source.matchAll(file.startsWith('tests/') ? PROSE_OF_TESTS : PROSE)) {
    text += blank(source.slice(last, index));
    text += /\S\s+\S/.test(found)
      ? found.replace(/\$\{[^}]*\}|(?<!^)`[^`\n]*`(?!$)|^ *(?:\*|\/\/) /gm, blank)
      : blank(found);
    last = index + found.length;
  }
  return text + blank(source.slice(last));
}

/** Limits with a number and a unit, as writers might type them. */
const measures = Object.entries(limits)
  .filter(([, value]) => /^(?:\d+ [a-zA-Z]+|Node [\d.]+)$/.test(value))
  .map(([name, value]) => {
    const words = value.replace(/^1 /, '(?:1|one) ').replace('Node ', 'Node(?:\\.js)? ');
    return { name, pattern: new RegExp(`(?<![\\w,.-])${words}\\b`) };
  });

/** Questions, and sentences about what isn't known, aren't claims. */
const NOT_STATED =
  /\?$|\b(?:whether|not documented|undocumented|not know|not say|not shown|no guarantee|(?:do|must) not (?:rely|depend|expect|assume))\b/i;

const unproven = compiled(claims);

/** Splits text into sentences. */
const sentencesOf = (text: string) =>
  text.split(/(?<=[.!?]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\d‹`])/u).filter((part) => part.trim() !== '');

/** The number of words. A name such as `/Consent/{id}` is one word. */
const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The problems in a page's sentences and diagrams. */
function claimsOf({ passages, components }: Page): { line: number; message: string }[] {
  const diagrams = components.flatMap(({ line, attributes }) =>
    (attributes['source'] ?? '').split('\n').map((text) => ({ line, text })),
  );
  return [...passages, ...diagrams].flatMap(({ line, text }) =>
    sentencesOf(text).flatMap((sentence) => {
      const stated = NOT_STATED.test(sentence)
        ? []
        : unproven.filter(({ pattern }) => sentence.search(pattern) >= 0);
      const count = countWords(sentence);
      return [
        ...stated.map(
          ({ why }) => `"${sentence}": say what to do instead. The specification leaves open: ${why}`,
        ),
        ...measures
          .filter(({ pattern }) => pattern.test(sentence))
          .map(({ name }) => `"${sentence}": write <Limit of="${name}" /> instead of the number.`),
        ...(count > MOST_WORDS ? [`"${sentence}": write at most ${MOST_WORDS} words, not ${count}.`] : []),
      ].map((message) => ({ line, message }));
    }),
  );
}

/** The programs that tests run. Their list has a name's words, which each language joins with its own character. */
const runs = readFileSync('tests/samples/support/guide-runs.ts', 'utf8').replaceAll('_', '-');
const programs = new Map<string, { code: string; where: string }>();

/** The problems in a page's programs, which readers save in one folder. Receivers run in their own test. */
function programErrors(page: Page): { line: number; message: string }[] {
  return page.fences.flatMap(({ line, meta, code }) => {
    const [, name, stem = ''] = /\btitle="(([\w-]+)\.(?:js|py|php))"/.exec(meta) ?? [];
    if (!name) return [];
    const known = programs.get(name) ?? { code, where: place(page, { line }) };
    programs.set(name, known);
    const isRun = name.startsWith('receive') || runs.includes(stem.replaceAll('_', '-'));
    return [
      isRun ? '' : `"${name}": no test runs it; add a run to tests/samples/support/guide-runs.ts.`,
      known.code === code ? '' : `"${name}" has different code at ${known.where}; give it a different name.`,
    ].flatMap((message) => (message ? [{ line, message }] : []));
  });
}

/** The words in a file that have a better alternative. */
function wordErrors(file: string): string[] {
  const text = readable(file, readFileSync(file, 'utf8'));
  const words = allSources.some((page) => page.file === file) ? [...common, ...guides] : common;
  return words
    .filter((word) => word.files.test(file))
    .flatMap(({ pattern, write, why }) =>
      [...text.matchAll(pattern)].map(({ 0: found, 1: group = '', index }) => {
        const line = text.slice(0, index).split('\n').length;
        const better = write && `write "${write.replace('$1', group)}". `;
        return `${file}:${line} "${found.replace(/\s+/g, ' ')}": ${better}${why}`;
      }),
    );
}

/**
 * Finds words that readers stumble over in pages, contracts, changelogs, messages, comments, and test titles. In pages,
 * it also finds long sentences, handwritten limits, unproven claims, and programs that no test runs.
 *
 * @param chosen - The files to check, relative to the project. By default, it's all files.
 */
export function proseErrors(chosen: readonly string[]): string[] {
  const exclude = [WORDS, 'openapi/published', '**/node_modules'];
  const all = globSync(READ, { exclude }).map((file) => file.split(sep).join('/'));
  const files = chosen.length > 0 ? all.filter((file) => chosen.includes(file)) : all.sort();
  const pages = allSources.filter(({ file }) => file !== markdownPage);
  // A program may have the name of one on another page, so all pages are read.
  const onPages = pages.flatMap((page) =>
    [...claimsOf(page), ...programErrors(page)]
      .filter(() => files.includes(page.file))
      .map(({ line, message }) => `${place(page, { line })} ${message}`),
  );
  return [...files.flatMap(wordErrors), ...onPages];
}
