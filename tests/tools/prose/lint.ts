/**
 * `npm run lint:prose`: reads everything that people read: pages, contracts, changelogs, messages, labels, comments and
 * test titles. The rules are in `.textlintrc.yml`, the words in `tests/content/vocabulary/better-words.yml`.
 *
 * To check only some files, add their names.
 */

import { readFile } from 'node:fs/promises';
import { createLinter, loadLinterFormatter, loadTextlintrc } from 'textlint';
import { projectFiles } from '../../support/project-copy.ts';
import { attributesOf, openQuestionLines, proseOf } from './extract.ts';

type Linter = ReturnType<typeof createLinter>;
type Message = Awaited<ReturnType<Linter['lintText']>>['messages'][number];

const PAGE = /^src\/content\/.+\.mdx?$/;

/** What people read. Pages are Markdown; of the other files, `extract.ts` finds the prose. */
const READ =
  /^(?:[\w.-]+\.(?:md|mjs|js|ts)|docs\/.+\.(?:md|ts)|openapi\/(?!published).+\.(?:yaml|md)|(?:src|tests)\/.+\.(?:ts|tsx|astro|css|mjs|js|mdx?)|src\/.+\.yaml|(?:starters|public)\/.+\.(?:md|js))$/;

/** Lists what is unknown. */
const UNKNOWN = /^ASSUMPTIONS\.md$|\/what-is-assumed\.mdx$/;

/** The rule that keeps pages from saying that something is unknown. */
const saysUnknown = ({ message }: Message) => message.includes('"Open questions"');

/** The rules that comments and messages follow: a comment may be terse, and need not spell names as guides do. */
const ANYWHERE = new Set(['prh']);

async function lintFile(linter: Linter, file: string): Promise<Message[]> {
  const source = await readFile(file, 'utf8');
  if (!PAGE.test(file)) {
    const { markdown, unknownLines } = file.endsWith('.md')
      ? { markdown: source, unknownLines: new Set<number>() }
      : proseOf(file, source);
    const { messages } = await linter.lintText(markdown, `${file}.md`);
    return messages.filter(
      (message) =>
        ANYWHERE.has(message.ruleId) &&
        !(saysUnknown(message) && (UNKNOWN.test(file) || unknownLines.has(message.loc.start.line))),
    );
  }
  const unknownLines = openQuestionLines(source);
  const attributes = attributesOf(source);
  const results = [
    await linter.lintText(source, file),
    await linter.lintText(attributes.markdown, `${file}.md`),
  ];
  return results
    .flatMap(({ messages }) => messages)
    .filter(
      (message) =>
        !(saysUnknown(message) && (UNKNOWN.test(file) || unknownLines.has(message.loc.start.line))),
    );
}

const linter = createLinter({ descriptor: await loadTextlintrc({ configFilePath: '.textlintrc.yml' }) });
const chosen = process.argv.slice(2);
const files = (chosen.length > 0 ? chosen : projectFiles())
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => READ.test(file));
const results = [];
for (const file of files) {
  const messages = await lintFile(linter, file);
  const oneLine = messages.map((each) => ({ ...each, message: each.message.replace(/\s*\n\s*/g, ' ') }));
  if (messages.length > 0) results.push({ filePath: file, messages: oneLine });
}
const formatter = await loadLinterFormatter({ formatterName: 'unix', color: false });
if (results.length > 0) {
  console.error(formatter.format(results));
  process.exitCode = 1;
}
