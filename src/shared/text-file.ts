import { readFileSync } from 'node:fs';

/** Reads a text file with `\n` line ends, whichever editor or system wrote it. */
export const readText = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n');

/** A file name with the line of a string's first occurrence, for messages. */
export const placeOf = (file: string, text: string) =>
  `${file}:${readText(file).split(text)[0]!.split('\n').length}`;
