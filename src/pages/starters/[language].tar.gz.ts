import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { APIRoute, GetStaticPaths } from 'astro';
import { packTar } from 'modern-tar';

const FOLDER = 'starters';

export const getStaticPaths: GetStaticPaths = () =>
  readdirSync(FOLDER).map((language) => ({ params: { language } }));

/** `/starters/<language>.tar.gz`: the starter of a language, in a folder. Equal files have equal archives. */
export const GET: APIRoute<Record<string, never>, { language: string }> = async ({ params }) => {
  const root = `starter-${params.language}`;
  const files = readdirSync(join(FOLDER, params.language), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
  const archive = await packTar(
    files.map((name) => {
      const body = readFileSync(join(FOLDER, params.language, name));
      return {
        header: { name: `${root}/${name}`, size: body.length, mode: 0o644, mtime: new Date(0) },
        body,
      };
    }),
  );
  return new Response(gzipSync(archive, { level: 9 }), { headers: { 'content-type': 'application/gzip' } });
};
