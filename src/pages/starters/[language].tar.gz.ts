import type { APIRoute, GetStaticPaths } from 'astro';
import { archiveOf, starterFiles } from '../../downloads/starters.ts';

export const getStaticPaths: GetStaticPaths = () =>
  [...starterFiles()].map(([language, files]) => ({ params: { language }, props: { files } }));

/** `/starters/<language>.tar.gz`: the starter of a language, in a folder. */
export const GET: APIRoute<{ files: ReadonlyMap<string, string> }, { language: string }> = ({
  params,
  props,
}) => archiveOf(`starter-${params.language}`, props.files);
