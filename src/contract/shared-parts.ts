import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SOURCE_NAME } from '../shared/source-files.ts';
import { readText } from '../shared/text-file.ts';

/** A reference to a part of a file in `shared/`, or of the same file. */
const REFERENCE = /([\w-]+\.yaml)?#\/(\w+)/g;
const PART = /^(\w+):/;

/**
 * Finds parts of `openapi/shared/` that no contract uses. Redocly finds only those of a contract's own.
 *
 * @returns An error for each, with file and line.
 */
export function unusedParts(folder: string): string[] {
  const texts = new Map(
    globSync(`{,shared/}${SOURCE_NAME}.yaml`, { cwd: folder }).map((file) => [
      file,
      readText(join(folder, file)),
    ]),
  );
  const used = new Set(
    [...texts].flatMap(([file, text]) =>
      [...text.matchAll(REFERENCE)].map(([, other = basename(file), part]) => `${other}#${part}`),
    ),
  );
  return [...texts]
    .filter(([file]) => file.startsWith('shared'))
    .flatMap(([file, text]) =>
      text.split('\n').flatMap((line, index) => {
        const part = PART.exec(line)?.[1];
        if (part === undefined || used.has(`${basename(file)}#${part}`)) return [];
        return [`openapi/${file}:${index + 1} No contract uses ${part}; remove it.`];
      }),
    );
}
