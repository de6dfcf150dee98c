import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiName } from '../config/apis.ts';
import { contractFolder } from './files.ts';

/** What changed in one version of a contract. */
export interface Release {
  version: string;
  /** Day of publication, as `YYYY-MM-DD`. */
  date: string;
  /** One sentence in Markdown for each change. */
  changes: string[];
}

/**
 * The change log of an API, newest release first, from `openapi/changelog/<name>.md`.
 *
 * @throws Error when a heading is no version with a date, or a line no change.
 */
export function changeLogOf(name: ApiName): Release[] {
  const file = join(contractFolder(), 'changelog', `${name}.md`);
  const [, ...releases] = readFileSync(file, 'utf8').split(/^## /m);
  return releases.map((release) => {
    const [heading = '', ...lines] = release.split('\n');
    const parts = /^(\S+) [–-] (\d{4}-\d{2}-\d{2})$/.exec(heading.trim());
    if (!parts) throw new Error(`${file}: "## ${heading}" is no release. Write "## 1.2.0 – 2026-01-31".`);
    return { version: parts[1]!, date: parts[2]!, changes: bulletsIn(lines, file) };
  });
}

/** The texts of a list in Markdown; a long one goes on in indented lines. */
function bulletsIn(lines: readonly string[], file: string): string[] {
  const bullets: string[] = [];
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, text] = /^- (.+)/.exec(line) ?? [];
    if (text) bullets.push(text.trim());
    else if (/^\s/.test(line) && bullets.length > 0) bullets.push(`${bullets.pop()} ${line.trim()}`);
    else throw new Error(`${file}: "${line}" is no change. Write "- " before it.`);
  }
  return bullets;
}
