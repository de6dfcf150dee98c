import type { APIRoute, GetStaticPaths } from 'astro';
import { contracts } from '../../contract/index.ts';
import { postmanFiles } from '../../downloads/postman.ts';
import { siteUrl } from '../../shared/site-url.ts';

/** `/postman/collection.json` and its environments, which Bruno imports, too. */
export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(postmanFiles).map(([file, content]) => ({
    params: { file },
    props: content(contracts(), siteUrl('').replace(/\/$/, '')),
  }));

export const GET: APIRoute = ({ props }) => new Response(JSON.stringify(props, null, 2));
