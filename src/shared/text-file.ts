import { readFileSync } from 'node:fs';

/** Reads a text file, and replaces Windows line endings with `\n`. */
export const readText = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n');

/** A file name with the line number of a string's first occurrence, for messages. */
export const locationOf = (file: string, text: string) =>
  `${file}:${readText(file).split(text, 1).join().split('\n').length}`;
