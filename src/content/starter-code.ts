import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean, nearest } from '../shared/nearest.ts';
import { trackedFiles } from '../shared/source-files.ts';
import { readText } from '../shared/text-file.ts';
import { WriterError } from '../shared/writer-error.ts';

const FOLDER = 'starters';

/** Start the first and the last line of a region, such as `// #region token`, or `# region token` in Python. */
const BEGINS = ['// #region ', '# region '];
const ENDS = ['// #endregion', '# endregion'];

/** The code of a file below `starters/`, or of a region without its shared indentation. */
export function starterCode(file: string, region?: string): string {
  const path = join(FOLDER, file);
  if (!existsSync(path)) {
    throw new WriterError(`No such file: ${path}${didYouMean(nearest(file, trackedFiles(FOLDER)))}`);
  }
  const text = readText(path);
  if (region === undefined) return text.trim();
  const regions = regionsIn(text);
  const code = regions.get(region);
  if (code !== undefined) return code;
  const names = [...regions.keys()];
  throw new WriterError(
    `${path} has no region ${region}${didYouMean(nearest(region, names))} Regions: ${names.join(', ')}.`,
  );
}

/** Maps the names of a file's regions to their code. Regions can't be nested. */
export function regionsIn(text: string): Map<string, string> {
  const regions = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const line of text.split('\n')) {
    const comment = line.trim();
    const begin = BEGINS.find((marker) => comment.startsWith(marker));
    if (begin) regions.set(comment.slice(begin.length), (lines = []));
    else if (ENDS.some((marker) => comment.startsWith(marker))) lines = undefined;
    else lines?.push(line);
  }
  return new Map([...regions].map(([name, code]) => [name, withoutIndentation(code)]));
}

function withoutIndentation(lines: readonly string[]): string {
  const shared = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  const shifted = lines.map((line) => line.slice(shared));
  return shifted.join('\n').trim();
}
