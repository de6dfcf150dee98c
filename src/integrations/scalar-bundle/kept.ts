import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Bundle } from './bundle.ts';

/** Stands in the folder of a bundle beside its files, and is no part of the site. */
export const FACTS = 'bundle.json';

/**
 * The bundle in a folder, from an earlier build or made now. A folder gets its name when all of its files are there,
 * so that a build which is broken off leaves nothing to trust; bundles of other names go.
 *
 * @param folder - Named after everything that the bundle is made from; those of others stand beside it.
 * @param make - Writes the files into a folder that does not exist yet.
 */
export async function keptBundle(folder: URL, make: (folder: URL) => Promise<Bundle>): Promise<Bundle> {
  const facts = await readFile(new URL(FACTS, folder), 'utf8').catch(() => undefined);
  if (facts !== undefined) return JSON.parse(facts) as Bundle;
  await rm(new URL('../', folder), { recursive: true, force: true });
  const unfinished = new URL(`../unfinished-${process.pid}/`, folder);
  const bundle = await make(unfinished);
  await writeFile(new URL(FACTS, unfinished), JSON.stringify(bundle));
  await rename(unfinished, folder);
  return bundle;
}
