import { readPage, type BuiltPage } from './read-site.ts';

/** A page for {@link readPage}, as it goes to the thread. */
export interface PageToRead {
  file: string;
  prefix: string;
  html: string;
}

/** What the thread of page-reader.ts runs. */
export default function readInThread({ file, prefix, html }: PageToRead): BuiltPage {
  return readPage(file, prefix, html);
}
