import { globSync, readFileSync } from 'node:fs';
import { Parser } from 'htmlparser2';

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

/** The code blocks of all pages in `dist/`. */
export function codeBlocks(): Block[] {
  return globSync('dist/**/index.html').flatMap((file) => {
    const page = file.replace(/^dist/, '').replace(/index\.html$/, '');
    return blocksOf(readFileSync(file, 'utf8')).map((block) => ({ page, ...block }));
  });
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
      // Each line is an element. Only empty ones contain their line break.
      if (block && names?.startsWith('ec-line') && block.code !== '') write('\n');
      sandboxValue = value;
    },
    ontext(text) {
      if (inTitle) title += text;
      if (inCode && text !== '\n') write(text, sandboxValue);
    },
    onclosetag(name) {
      sandboxValue = undefined;
      if (name === 'span') inTitle = false;
      if (name === 'code') inCode = false;
      if (name === 'pre' && block) {
        blocks.push(block);
        block = undefined;
        title = '';
      }
    },
  });
  parser.end(html);
  return blocks;
}
