import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The sorted relative paths of all files below a folder, with forward slashes. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/').replace(/^\//, ''),
    )
    .sort();
}
