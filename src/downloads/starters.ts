import { join } from 'node:path';
import { archiveOf } from './archive.ts';
import { lastChange } from '../shared/last-change.ts';
import { trackedFiles } from '../shared/source-files.ts';
import { readText } from '../shared/text-file.ts';

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
        ...versionFile(language),
      ]),
    ]),
  );
}

/** The time of a starter's last change. */
const timeOf = (language: string) => lastChange(join(FOLDER, language), join(FOLDER, SCHEMA));

/** A file with the date of a starter's last change, so that readers recognize old archives. Needs git. */
function versionFile(language: string): [file: string, content: string][] {
  const time = timeOf(language);
  return time ? [['VERSION', `${time.slice(0, 10)}\n`]] : [];
}

/** A starter's archive. */
export const starterArchive = (language: string, files: ReadonlyMap<string, string>) =>
  archiveOf(`starter-${language}`, files, timeOf(language));
