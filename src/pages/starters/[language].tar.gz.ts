import type { APIRoute, GetStaticPaths } from 'astro';
import { archiveOf, starterFiles } from '../../downloads/starters.ts';

export const getStaticPaths: GetStaticPaths = () =>
  [...starterFiles()].map(([language, files]) => ({ params: { language }, props: { files } }));

/** `/starters/<language>.tar.gz`: a language's starter, in a folder. */
export const GET: APIRoute<{ files: ReadonlyMap<string, string> }, { language: string }> = async ({
  params,
  props,
}) => {
  const archive = new Uint8Array(await archiveOf(params.language, props.files));
  return new Response(archive, { headers: { 'content-type': 'application/gzip' } });
};
