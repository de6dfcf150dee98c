import type { APIRoute, GetStaticPaths } from 'astro';
import { contracts } from '../../contract/index.ts';
import { postmanFiles } from '../../downloads/postman.ts';
import { siteUrl } from '../../shared/site-url.ts';

/** `/postman/collection.json` and its environments, which Bruno imports, too. */
export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(postmanFiles).map(([file, content]) => ({ params: { file }, props: { content } }));

export const GET: APIRoute<{ content: (typeof postmanFiles)['collection'] }> = ({ props }) => {
  const home = siteUrl('').replace(/\/$/, '');
  return new Response(JSON.stringify(props.content(contracts(), home), null, 2));
};
