import { globSync, readFileSync } from 'node:fs';
import { Parser } from 'htmlparser2';

/** A code block of a built page, as readers copy it. */
export interface Block {
  /** Path of the page, such as `/webhooks/`. */
  page: string;
  language: string;
  code: string;
}

/** The code blocks of all pages in `dist/`. */
export function codeBlocks(): Block[] {
  return globSync('dist/**/index.html').flatMap((file) => {
    const page = file.replace(/^dist/, '').replace(/index\.html$/, '');
    return blocksOf(readFileSync(file, 'utf8')).map((block) => ({ page, ...block }));
  });
}

/** The code blocks in HTML. Code that is inside of sentences is no block. */
export function blocksOf(html: string): Omit<Block, 'page'>[] {
  const blocks: Omit<Block, 'page'>[] = [];
  let block: Omit<Block, 'page'> | undefined;
  let inCode = false;
  const parser = new Parser({
    onopentag(name, { 'data-language': language }) {
      if (name === 'pre' && language !== undefined) block = { language, code: '' };
      if (name === 'code') inCode = true;
    },
    ontext(text) {
      if (block && inCode) block.code += text;
    },
    onclosetag(name) {
      if (name === 'code') inCode = false;
      if (name === 'pre' && block) {
        blocks.push(block);
        block = undefined;
      }
    },
  });
  parser.end(html);
  return blocks;
}
