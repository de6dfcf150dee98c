import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';
import { archiveOf } from '../../downloads/archive.ts';

const FOLDER = 'starters';

export const getStaticPaths: GetStaticPaths = () =>
  readdirSync(FOLDER).map((language) => ({ params: { language } }));

/** `/starters/<language>.tar.gz`: the starter of a language, in a folder. */
export const GET: APIRoute<Record<string, never>, { language: string }> = ({ params }) => {
  const files = readdirSync(join(FOLDER, params.language), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
  return archiveOf(
    `starter-${params.language}`,
    new Map(files.map((name) => [name, readFileSync(join(FOLDER, params.language, name))])),
  );
};
