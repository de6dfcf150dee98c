import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ApiName } from '../config/apis.ts';
import { readText } from '../shared/text-file.ts';
import { WriterError } from '../shared/writer-error.ts';
import { contractFolder, contracts } from './index.ts';
import type { Contract } from './model.ts';

/** What changed in one version of a contract. */
export interface Release {
  version: string;
  /** Publication date, as `YYYY-MM-DD`. */
  date: string;
  /** One Markdown sentence per change. */
  changes: string[];
}

/**
 * The change log of an API, newest release first, from `openapi/changelog/<name>.md`.
 *
 * @throws WriterError when the file is missing, a heading isn't a version with a date, a newer version is below an older
 *   one, or a line isn't a change.
 */
export function changeLogOf(name: ApiName): Release[] {
  const path = join(contractFolder(), 'changelog', `${name}.md`);
  const file = relative(process.cwd(), path);
  if (!existsSync(path))
    throw new WriterError(
      `${file} is missing. Add it with a heading such as "## 1.0.0 – 2026-01-31" and a list of changes.`,
    );
  const [, ...releases] = readText(path).split(/^## /m);
  let above = '9999';
  return releases.map((release) => {
    const [heading = '', ...lines] = release.split('\n');
    const parts = /^(\S+) [–-] (\d{4}-\d{2}-\d{2})$/.exec(heading.trim());
    if (!parts)
      throw new WriterError(`${file}: "## ${heading}" is not a release. Write "## 1.2.0 – 2026-01-31".`);
    const [, version = '', date = ''] = parts;
    if (date > above)
      throw new WriterError(
        `${file}: ${version} is newer than the version above it. Write the newest first.`,
      );
    above = date;
    return { version, date, changes: bulletsIn(lines, file) };
  });
}

/** The items of a Markdown list. A long item continues in indented lines. */
function bulletsIn(lines: readonly string[], file: string): string[] {
  const bullets: string[] = [];
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, text] = /^- (.+)/.exec(line) ?? [];
    if (text) bullets.push(text.trim());
    else if (/^\s/.test(line) && bullets.length > 0) bullets.push(`${bullets.pop()} ${line.trim()}`);
    else throw new WriterError(`${file}: "${line}" is not a change. Start the line with "- ".`);
  }
  return bullets;
}

/** The versions of all APIs, newest first. Those of one day are in the order of the reference. */
export function allChanges(): (Release & { contract: Contract })[] {
  return contracts()
    .flatMap((contract) => changeLogOf(contract.name).map((release) => ({ ...release, contract })))
    .sort((one, other) => other.date.localeCompare(one.date));
}
