import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { filesBelow } from '../../shared/files-below.ts';

/** The assets in `_astro/` that an asset uses. `imports` load with it; `all` also has what it loads later. */
type Uses = Record<'imports' | 'all', readonly string[]>;

/**
 * The assets of a built site by their names. A name contains a hash, so a file that contains the name uses the asset.
 */
export type Assets = ReadonlyMap<string, { path: string } & Uses>;

/** Looks for a name only where one can start: without that, large scripts take eight times as long to read. */
const NAME = /(?<![\w.-])[\w.-]+\.(?:js|css)\b/g;
const IMPORT = /\b(?:from|import)\s*["'][^"']+\.js\b/g;

/** Reads the assets of a built site. */
export async function readAssets(folder: string): Promise<Assets> {
  const paths = (await filesBelow(join(folder, '_astro'))).filter((path) => /\.(js|css)$/.test(path));
  const names = new Set(paths.map((path) => basename(path)));
  const read = async (path: string) => {
    const code = await readFile(join(folder, '_astro', path), 'utf8');
    const imports = namesIn(code.match(IMPORT)?.join(' ') ?? '', names);
    return [basename(path), { path: `_astro/${path}`, imports, all: namesIn(code, names) }] as const;
  };
  return new Map(await Promise.all(paths.map(read)));
}

/** Paths of the assets in a file, such as a page, and of those that they use in turn. */
export function assetsOf(text: string, assets: Assets, kind: keyof Uses): string[] {
  const found = new Set(namesIn(text, assets));
  // This loop also visits what it adds.
  for (const name of found) for (const used of assets.get(name)![kind]) found.add(used);
  return [...found].map((name) => assets.get(name)!.path);
}

function namesIn(text: string, names: { has: (name: string) => boolean }): string[] {
  return [...new Set(text.match(NAME))].filter((name) => names.has(name));
}
