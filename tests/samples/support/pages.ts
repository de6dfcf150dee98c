import { starterFiles } from '../../../src/downloads/starters.ts';
import { codeOf, pageAt, readersPages, type Element } from '../../support/built-pages.ts';

/** A built page's code block, as readers copy it. */
interface Block {
  /** Path of the page, such as `/webhooks/`. */
  page: string;
  language: string;
  /** The frame's title, which is the file name of a program that readers save. */
  title: string;
  code: string;
  /** The code for readers who chose the sandbox. */
  sandboxCode: string;
}

/** Code blocks of all reader pages. The page for writers is excluded, because its code isn't a sample. */
export const blocks: readonly Block[] = readersPages.flatMap((path) => {
  const page = pageAt(path);
  return page.all('pre[data-language]').map((pre) => ({
    page: path,
    language: pre.attribs['data-language']!,
    title: page.texts('figcaption .title', pre.parent as Element)[0] ?? '',
    // The last line also ends with a line break.
    code: codeOf(pre).replace(/\n$/, ''),
    sandboxCode: codeOf(pre, true).replace(/\n$/, ''),
  }));
});

const starters = starterFiles();

/** Starter files by name, in the folders that readers save programs in. Pages show excerpts of them. */
export const filesOfStarters: ReadonlyMap<string, string> = new Map(
  ['php', 'javascript', 'python'].flatMap((language) =>
    [...starters.get(language)!].filter(([file]) => !file.includes('/')),
  ),
);

/** The programs that readers save, by name. `lint:prose` ensures that each name has one content. */
export const guideFiles: ReadonlyMap<string, string> = new Map(
  blocks
    .filter(({ title }) => /^[\w-]*\.\w+$/.test(title) && !filesOfStarters.has(title))
    .map(({ title, code }) => [title, code]),
);

/** A code block by title. If several pages use the title, add a space and the page's path. */
export function titled(title: string): Block | undefined {
  return blocks.find((block) => block.title === title || `${block.title} ${block.page}` === title);
}
