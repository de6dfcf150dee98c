import { readFileSync } from 'node:fs';

/** Reads a text file with `\n` at the end of each line, whichever editor and system wrote it. */
export function readText(file: string): string {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
}

/** A file with the line of the first occurrence of a string, for messages. */
export const placeOf = (file: string, text: string) =>
  `${file}:${readText(file).split(text)[0]!.split('\n').length}`;
