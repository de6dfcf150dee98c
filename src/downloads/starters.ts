import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { archiveOf } from './archive.ts';
import { lastChange } from '../shared/last-change.ts';
import { nearest } from '../shared/nearest.ts';
import { trackedFiles } from '../shared/source-files.ts';
import { readText } from '../shared/text-file.ts';
import { WriterError } from '../shared/writer-error.ts';

const FOLDER = 'starters';

/** The file with the tables of every starter's store. */
const SCHEMA = 'schema.sql';

/** Maps each language to its starter's downloadable files, which are a map from paths to contents. */
export function starterFiles(): Map<string, Map<string, string>> {
  const sources = trackedFiles(FOLDER).filter((file) => file !== SCHEMA);
  const starters = Map.groupBy(sources, (file) => file.slice(0, file.indexOf('/')));
  const schema = [SCHEMA, readText(join(FOLDER, SCHEMA))] as const;
  return new Map(
    [...starters].map(([language, files]) => [
      language,
      new Map([
        ...files.map((file) => [file.slice(language.length + 1), readText(join(FOLDER, file))] as const),
        schema,
        ...versionOf(language),
      ]),
    ]),
  );
}

/** The time of a starter's last change. */
const timeOf = (language: string) => lastChange(join(FOLDER, language), join(FOLDER, SCHEMA));

/** A file with the date of a starter's last change, so that readers recognize old archives. Needs git. */
function versionOf(language: string): [file: string, content: string][] {
  const time = timeOf(language);
  return time ? [['VERSION', `${time.slice(0, 10)}\n`]] : [];
}

/** A starter's archive. */
export const starterArchive = (language: string, files: ReadonlyMap<string, string>) =>
  archiveOf(`starter-${language}`, files, timeOf(language));

/** Start the first and the last line of a region, such as `// #region token`, or `# region token` in Python. */
const BEGINS = ['// #region ', '# region '];
const ENDS = ['// #endregion', '# endregion'];

/** The code of a file below `starters/`, or of a region without its shared indentation. */
export function codeOf(file: string, region?: string): string {
  const path = join(FOLDER, file);
  if (!existsSync(path)) {
    throw new WriterError(`No such file: ${path}${suggestion(nearest(file, trackedFiles(FOLDER)))}`);
  }
  const text = readText(path);
  if (region === undefined) return text.trim();
  const regions = regionsIn(text);
  const code = regions.get(region);
  if (code !== undefined) return code;
  const names = [...regions.keys()];
  throw new WriterError(
    `${path} has no region ${region}${suggestion(nearest(region, names))} Regions: ${names.join(', ')}.`,
  );
}

const suggestion = (name: string | undefined) => (name === undefined ? '.' : `; did you mean ${name}?`);

/** Maps the names of a file's regions to their code. Regions can't be nested. */
export function regionsIn(text: string): Map<string, string> {
  const regions = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const line of text.split('\n')) {
    const text = line.trim();
    const begin = BEGINS.find((each) => text.startsWith(each));
    if (begin) regions.set(text.slice(begin.length), (lines = []));
    else if (ENDS.some((each) => text.startsWith(each))) lines = undefined;
    else lines?.push(line);
  }
  return new Map([...regions].map(([name, code]) => [name, withoutIndentation(code)]));
}

function withoutIndentation(lines: readonly string[]): string {
  const shared = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  const shifted = lines.map((line) => line.slice(shared));
  return shifted.join('\n').trim();
}
