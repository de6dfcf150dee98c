/**
 * `npm run lint:prose`: finds words that readers stumble over in pages, contracts, changelogs, messages, comments and
 * test titles. The words are in `tests/content/vocabulary/words.yaml`. To check only some files, add their names.
 */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { projectFiles } from '../../support/project-copy.ts';

/** A word to avoid, as a regular expression, and what to write. */
interface Word {
  not: string;
  write: string;
  why?: string;
}

const { everywhere, terms, fillers } = parse(readFileSync('tests/content/vocabulary/words.yaml', 'utf8')) as {
  everywhere: Word[];
  terms: Word[];
  fillers: string[];
};

const compiled = (words: readonly Word[]) =>
  words.map(({ not, write, why = '' }) => {
    const [, source = '', flags = ''] = /^\/(.*)\/(i?)$/.exec(not) ?? [];
    return { pattern: new RegExp(source, `gm${flags}`), write, why };
  });

const common = compiled(everywhere);
const guides = compiled([
  ...terms,
  ...fillers.map((filler) => ({ not: `/(?<![\\w-])${filler}(?![\\w-])/i`, write: '', why: 'Leave it out.' })),
]);

const READ =
  /^(?:[\w.-]+\.(?:md|mjs|js|ts)|docs\/.+\.md|openapi\/(?!published).+\.(?:yaml|md)|(?:src|tests)\/.+\.(?:ts|tsx|astro|css|mjs|js|mdx?)|src\/.+\.yaml|(?:starters|public)\/.+\.(?:md|js))$/;

/** Replaces everything but line ends by spaces, so that what is left keeps its place. */
const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** Comments, strings, and text in markup. */
const PROSE =
  /\/\*[^]*?\*\/|(?<=^|\s)\/\/ [^\n]*|<!--[^]*?-->|'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`(?:[^`\\]|\\.)*`|>[^<>{}=;]+</gm;

/** Comments, and titles of tests. Their other strings quote mistakes. */
const PROSE_OF_TESTS =
  /\/\*[^]*?\*\/|(?<=^|\s)\/\/ [^\n]*|(?<=\b(?:test|describe)\(\s*)(['"`])(?:(?!\1)[^\\]|\\.)*\1/gm;

/** Code in Markdown and MDX: blocks, inline code, targets of links, imports, expressions, and names without a space. */
const CODE =
  /^( *)(`{3,}|~{3,})[^]*?^\1\2|`[^`\n]*`|\]\([^)]*\)|^(?:import|export) .*|\{[^}\n]*\}|<\/?[\w.]+|\b[\w-]+="[^" ]*"/gm;

/** What people read of a file, in its place. Everything else is blank. */
function readable(file: string, source: string): string {
  if (/\.mdx?$/.test(file)) return source.replace(CODE, blank);
  // Bodies in the examples of contracts are data.
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

const chosen = process.argv.slice(2);
const files = (chosen.length > 0 ? chosen : projectFiles()).filter((file) => READ.test(file));
for (const file of files) {
  const text = readable(file, readFileSync(file, 'utf8'));
  for (const { pattern, write, why } of /^src\/content\/.+\.mdx?$/.test(file)
    ? [...common, ...guides]
    : common) {
    for (const { 0: found, 1: group = '', index } of text.matchAll(pattern)) {
      const line = text.slice(0, index).split('\n').length;
      console.error(
        `${file}:${line} "${found.replace(/\s+/g, ' ')}": write "${write.replace('$1', group)}". ${why}`,
      );
      process.exitCode = 1;
    }
  }
}
