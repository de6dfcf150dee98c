import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUILT = 'dist';

/** What a deploy has otherwise: a file's text by its path; `null` where there is no such file. */
export type Changes = Record<string, string | null>;

/** Copies the built site with changes, into a folder that the system clears. */
export async function changedSite(changes: Changes): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'changed-site-'));
  await cp(BUILT, folder, { recursive: true });
  for (const [path, text] of Object.entries(changes)) {
    // Also the compressed forms, which the server would prefer.
    for (const ending of ['', '.br', '.gz']) await rm(join(folder, path + ending), { force: true });
    if (text !== null) await writeFile(join(folder, path), text);
  }
  return folder;
}

/** A file of the built site. */
export interface BuiltFile {
  /** Path in the site, without a slash at its start. */
  path: string;
  text: string;
}

/** The file of the built site whose path and text match. */
export async function builtFile(path: RegExp, content = /^/): Promise<BuiltFile> {
  const files = await readdir(BUILT, { recursive: true });
  for (const file of files.filter((each) => path.test(each))) {
    const text = await readFile(join(BUILT, file), 'utf8');
    if (content.test(text)) return { path: file, text };
  }
  throw new Error(`The built site has no file ${path} that holds ${content}.`);
}

/** A file with a piece of code put in where the text matches; fails when it does not match. */
export function plant({ path, text }: BuiltFile, place: RegExp, code: string): Changes {
  if (!place.test(text)) throw new Error(`${path} has no ${place}.`);
  return { [path]: text.replace(place, (found) => found + code) };
}

/**
 * The next deploy: a file has another name, with those that name it, and a page asks for these.
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
