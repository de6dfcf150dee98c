import type { APIRoute, GetStaticPaths } from 'astro';
import { starterArchive, starterFiles } from '../../downloads/starters.ts';

export const getStaticPaths: GetStaticPaths = () =>
  [...starterFiles().keys()].map((language) => ({ params: { language } }));

/** `/starters/<language>.tar.gz`: an archive of a language's starter. Its files are in one folder. */
export const GET: APIRoute<never, { language: string }> = async ({ params: { language } }) => {
  const archive = new Uint8Array(await starterArchive(language, starterFiles().get(language)!));
  return new Response(archive, { headers: { 'content-type': 'application/gzip' } });
};
