/**
 * `npm run lint:prose`: finds words that readers stumble over in pages, contracts, changelogs, messages, comments, and
 * test titles. In pages, it also finds long sentences, handwritten limits, unproven claims, and programs that no test
 * runs. Words and claims are in `tests/content/vocabulary/words.yaml`. To check only some files, add their names.
 */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { limits } from '../../../src/config/limits.ts';
import { allSources, markdownPage, place, type Page } from '../../content/support/pages.ts';
import { guideRuns } from '../../samples/support/guide-runs.ts';
import { projectFiles } from '../../support/project-copy.ts';

/** A word to avoid, as a regular expression, with its replacement. */
interface Word {
  not: string;
  write?: string;
  why?: string;
  /** The files in which to avoid the word. */
  files?: string;
}

const MOST_WORDS = 30;

const { everywhere, terms, fillers, claims } = parse(
  readFileSync('tests/content/vocabulary/words.yaml', 'utf8'),
) as {
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

const READ =
  /^(?:[\w.-]+\.(?:md|mjs|js|ts)|docs\/.+\.md|openapi\/(?!published).+\.(?:yaml|md)|(?:src|tests)\/.+\.(?:ts|tsx|astro|css|mjs|js|mdx?)|src\/.+\.yaml|(?:starters|public)\/.+\.(?:md|js))$/;

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
  if (/\.mdx?$/.test(file)) return source.replace(CODE, blank);
  // Example bodies in contracts are data.
  if (/\.ya?ml$/.test(file)) return source.replace(/^( *)value:.*(?:\n\1 .*)*|`[^`\n]*`/gm, blank);
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
function claimsOf(page: Page): { line: number; message: string }[] {
  const diagrams = page.components.flatMap(({ line, attributes }) =>
    (attributes['source'] ?? '').split('\n').map((text) => ({ line, text })),
  );
  return [...page.texts, ...diagrams].flatMap(({ line, text }) =>
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

function report(place: string, message: string) {
  console.error(`${place} ${message}`);
  process.exitCode = 1;
}

const covered = new Set(guideRuns.flatMap(({ covers }) => covers));
const programs = new Map<string, { code: string; where: string }>();

/** The problems in a page's programs, which readers save in one folder. Receivers run in their own test. */
function programErrors(page: Page): { line: number; message: string }[] {
  return page.fences.flatMap(({ line, meta, code }) => {
    const [, name] = /\btitle="([\w-]+\.(?:js|py|php))"/.exec(meta) ?? [];
    if (!name) return [];
    const known = programs.get(name) ?? { code, where: place(page, { line }) };
    programs.set(name, known);
    const isRun = name.startsWith('receive') || covered.has(name);
    return [
      isRun ? '' : `"${name}": no test runs it; add a run to tests/samples/support/guide-runs.ts.`,
      known.code === code ? '' : `"${name}" has different code at ${known.where}; give it a different name.`,
    ].flatMap((message) => (message ? [{ line, message }] : []));
  });
}

const chosen = process.argv.slice(2);
const files = (chosen.length > 0 ? chosen : projectFiles()).filter((file) => READ.test(file));
for (const file of files) {
  const text = readable(file, readFileSync(file, 'utf8'));
  const words = /^src\/content\/.+\.mdx?$/.test(file) ? [...common, ...guides] : common;
  for (const { pattern, write, why } of words.filter((word) => word.files.test(file))) {
    for (const { 0: found, 1: group = '', index } of text.matchAll(pattern)) {
      const line = text.slice(0, index).split('\n').length;
      const better = write && `write "${write.replace('$1', group)}". `;
      report(`${file}:${line}`, `"${found.replace(/\s+/g, ' ')}": ${better}${why}`);
    }
  }
}
for (const page of allSources.filter(({ file }) => file !== markdownPage)) {
  const errors = [...claimsOf(page), ...programErrors(page)];
  if (!files.includes(page.file)) continue;
  for (const { line, message } of errors) report(place(page, { line }), message);
}
