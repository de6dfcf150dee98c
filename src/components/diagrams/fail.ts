import { pageFile, type PageContext } from '../contract/page.ts';
import { readText } from '../../shared/text-file.ts';
import { WriterError } from '../../shared/writer-error.ts';

/** Returns a function that throws an error about a line of a page's diagram, with the line's number and the fix. */
export function failOn(context: PageContext, title: string) {
  const page = pageFile(context);
  return (line: string, fix: string): never => {
    const text = readText(page);
    const { length } = text.slice(0, text.indexOf(line, text.indexOf(title))).split('\n');
    throw new WriterError(`${page}:${length}: the diagram "${title}" has "${line}"; ${fix}.`);
  };
}
