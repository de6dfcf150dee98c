import { globSync, readFileSync } from 'node:fs';
import { Parser } from 'htmlparser2';
import { starterFiles } from '../../../src/downloads/starters.ts';

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

/** The code blocks in HTML. Code that is inside of sentences is no block. */
function blocksOf(html: string): Omit<Block, 'page'>[] {
  const blocks: Omit<Block, 'page'>[] = [];
  let block: Omit<Block, 'page'> | undefined;
  let inCode = false;
  let inTitle = false;
  let title = '';
  let sandboxValue: string | undefined;
  const write = (text: string, sandboxText = text) => {
    if (!block) return;
    block.code += text;
    block.sandboxCode += sandboxText;
  };
  const parser = new Parser({
    onopentag(name, { class: names, 'data-language': language, 'data-sandbox': value }) {
      if (name === 'figcaption') title = '';
      if (name === 'span' && names === 'title') inTitle = true;
      if (name === 'pre' && language !== undefined) block = { language, title, code: '', sandboxCode: '' };
      if (name === 'code') inCode = true;
      sandboxValue = value;
    },
    ontext(text) {
      if (inTitle) title += text;
      if (inCode) write(text, sandboxValue);
    },
    onclosetag(name) {
      sandboxValue = undefined;
      if (name === 'span') inTitle = false;
      if (name === 'code') inCode = false;
      if (name === 'pre' && block) {
        // Each line ends with a line break.
        block.code = block.code.replace(/\n$/, '');
        block.sandboxCode = block.sandboxCode.replace(/\n$/, '');
        blocks.push(block);
        block = undefined;
        title = '';
      }
    },
  });
  parser.end(html);
  return blocks;
}

/** The page for writers shows what code blocks can do. Its code is no sample. */
const WRITERS_PAGE = '/markdown-page/';

/** Code blocks of all pages for readers. */
export const blocks: readonly Block[] = globSync('dist/**/index.html').flatMap((file) => {
  const page = file.replace(/^dist/, '').replace(/index\.html$/, '');
  return page === WRITERS_PAGE
    ? []
    : blocksOf(readFileSync(file, 'utf8')).map((block) => ({ page, ...block }));
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
