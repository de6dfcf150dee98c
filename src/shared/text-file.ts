import { readFileSync } from 'node:fs';

/** Reads a text file with `\n` at the end of each line, whichever editor and system wrote it. */
export function readText(file: string): string {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
}
