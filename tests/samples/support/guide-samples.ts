import { starterFiles } from '../../../src/downloads/starters.ts';
import { codeBlocks, type Block } from './built-pages.ts';

/** The page for writers shows what code blocks can do. Its code is no sample. */
const WRITERS_PAGE = '/markdown-page/';

/** Code blocks of all pages for readers. */
export const blocks: readonly Block[] = codeBlocks().filter(({ page }) => page !== WRITERS_PAGE);

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
