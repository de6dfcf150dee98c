import { existsSync } from 'node:fs';
import type { ApiName } from '../config/apis.ts';
import { readText } from '../shared/text-file.ts';
import { WriterError } from '../shared/writer-error.ts';
import { contracts } from './index.ts';

interface Release {
  version: string;
  /** The release date, such as `2026-01-31`. */
  date: string;
  /** One Markdown sentence per change. */
  changes: string[];
}

/** An API's change log, newest release first, from `openapi/changelog/<name>.md`. */
export function changeLogOf(name: ApiName): Release[] {
  const file = `openapi/changelog/${name}.md`;
  if (!existsSync(file))
    throw new WriterError(
      `${file} is missing. Add it with a heading such as "## 1.0.0 – 2026-01-31" and a list of changes.`,
    );
  const releases: Release[] = [];
  for (const [index, line] of readText(file).split('\n').entries()) {
    const refuse = (reason: string): never => {
      throw new WriterError(`${file}:${index + 1}: ${reason}`);
    };
    const last = releases.at(-1);
    if (line.startsWith('## ')) {
      const [, version = '', date = ''] = line.match(/^## (\S+) [–-] (\d{4}-\d{2}-\d{2})\s*$/) ?? [];
      if (version === '') refuse(`"${line}" isn't a release. Write "## 1.2.0 – 2026-01-31".`);
      if (last && date > last.date)
        refuse(`${version} is newer than the version above it. Write the newest first.`);
      releases.push({ version, date, changes: [] });
    } else if (!last || line.trim() === '') continue;
    else if (line.startsWith('- ')) last.changes.push(line.slice(2).trim());
    // A long change continues in indented lines.
    else if (line.startsWith(' ') && last.changes.length > 0)
      last.changes.push(`${last.changes.pop()} ${line.trim()}`);
    else refuse(`"${line}" isn't a change. Start the line with "- ".`);
  }
  return releases;
}

/** The versions of all APIs, newest first. Versions of the same day are in the reference's order. */
export function allChanges() {
  return contracts()
    .flatMap((contract) => changeLogOf(contract.name).map((release) => ({ ...release, contract })))
    .sort((one, other) => other.date.localeCompare(one.date));
}
