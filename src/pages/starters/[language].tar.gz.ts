import type { APIRoute, GetStaticPaths } from 'astro';
import { starterArchive, starterFiles } from '../../downloads/starters.ts';

export const getStaticPaths: GetStaticPaths = () =>
  [...starterFiles()].map(([language, files]) => ({ params: { language }, props: { files } }));

/** `/starters/<language>.tar.gz`: an archive of a language's starter. Its files are in one folder. */
export const GET: APIRoute<{ files: Map<string, string> }, { language: string }> = async ({
  params,
  props,
}) => {
  const archive = new Uint8Array(await starterArchive(params.language, props.files));
  return new Response(archive, { headers: { 'content-type': 'application/gzip' } });
};
