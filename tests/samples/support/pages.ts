import { starterFiles } from '../../../src/downloads/starters.ts';
import { codeOf, pageAt, readersPages, type Element } from '../../support/built-pages.ts';

/** A code block of a built page, as readers copy it. */
export interface Block {
  /** Path of the page, such as `/webhooks/`. */
  page: string;
  language: string;
  /** The title of its frame, which is a file name for a program that readers save. */
  title: string;
  code: string;
  /** The code after a reader has chosen the sandbox. */
  sandboxCode: string;
}

/** Code blocks of all pages for readers. The page for writers shows what they can do. Its code is no sample. */
export const blocks: readonly Block[] = readersPages.flatMap((path) => {
  const page = pageAt(path);
  return page.all('pre[data-language]').map((pre) => ({
    page: path,
    language: pre.attribs['data-language']!,
    title: page.texts('figcaption .title', pre.parent as Element)[0] ?? '',
    // Each line ends with a line break.
    code: codeOf(pre).replace(/\n$/, ''),
    sandboxCode: codeOf(pre, true).replace(/\n$/, ''),
  }));
});

const starters = starterFiles();

/** Files of the starters in the folders that readers save programs in, by name. Pages show excerpts of them. */
export const filesOfStarters: ReadonlyMap<string, string> = new Map(
  ['php', 'javascript', 'python'].flatMap((language) =>
    [...starters.get(language)!].filter(([file]) => !file.includes('/')),
  ),
);

/** The programs that readers save, by name. A test of the guides makes sure that a name has one content. */
export const guideFiles: ReadonlyMap<string, string> = new Map(
  blocks
    .filter(({ title }) => /^[\w-]*\.\w+$/.test(title) && !filesOfStarters.has(title))
    .map(({ title, code }) => [title, code]),
);

/** The code block with a title, on a page if several pages have one. */
export function titled(title: string): Block | undefined {
  return blocks.find((block) => block.title === title || `${block.title} ${block.page}` === title);
}
