import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUILT = 'dist';

/** Changes of a deploy: the content of files by path; `null` for deleted files. */
export type Changes = Record<string, string | null>;

/** Copies the built site with changes into a temporary folder. */
export async function changedSite(changes: Changes): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'changed-site-'));
  await cp(BUILT, folder, { recursive: true });
  for (const [path, text] of Object.entries(changes)) {
    // Delete the compressed files too, because the server would prefer them.
    for (const ending of ['', '.br', '.gz']) await rm(join(folder, path + ending), { force: true });
    if (text !== null) await writeFile(join(folder, path), text);
  }
  return folder;
}

/** A file of the built site. */
export interface BuiltFile {
  /** Path in the site, without a leading slash. */
  path: string;
  text: string;
}

/** Returns the file of the built site whose path and content match. */
export async function builtFile(path: RegExp, content = /^/): Promise<BuiltFile> {
  const files = await readdir(BUILT, { recursive: true });
  for (const file of files.filter((each) => path.test(each))) {
    const text = await readFile(join(BUILT, file), 'utf8');
    if (content.test(text)) return { path: file, text };
  }
  throw new Error(`The built site has no file ${path} that holds ${content}.`);
}

/** Returns a file with code inserted where its content matches. Throws if it doesn't match. */
export function plant({ path, text }: BuiltFile, place: RegExp, code: string): Changes {
  if (!place.test(text)) throw new Error(`${path} has no ${place}.`);
  return { [path]: text.replace(place, (found) => found + code) };
}

/**
 * Changes for the next deploy: a file and the files that refer to it have new names, and a page uses them.
 *
 * @param page - Path of the page's file.
 */
export async function renamed(file: BuiltFile, page: string): Promise<Changes> {
  const names = new Map([[nameOf(file.path), nextName(file.path)]]);
  const site = await builtFile(/_astro\/site\..+\.js$/);
  if (site.text.includes(nameOf(file.path))) names.set(nameOf(site.path), nextName(site.path));
  const inNextDeploy = (text: string) =>
    [...names].reduce((changed, [name, next]) => changed.replaceAll(name, next), text);
  const changes = [file, site].map(({ path, text }) => [
    [path, null],
    [inNextDeploy(path), inNextDeploy(text)],
  ]);
  const html = await readFile(join(BUILT, page), 'utf8');
  return { ...Object.fromEntries(changes.flat()), [page]: inNextDeploy(html) } as Changes;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

const nextName = (path: string) => nameOf(path).replace(/\.[^.]+\.js$/, '.nextdeploy.js');
