import type { APIRoute, GetStaticPaths } from 'astro';
import { contracts } from '../../contract/index.ts';
import { postmanFiles } from '../../downloads/postman.ts';
import { siteUrl } from '../../shared/site-url.ts';
import { withoutSlash } from '../../shared/without-slash.ts';

/** `/postman/collection.json` and its environments, which Bruno imports, too. */
export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(postmanFiles).map(([file, content]) => ({
    params: { file },
    props: content(contracts(), withoutSlash(siteUrl(''))),
  }));

export const GET: APIRoute = ({ props }) => new Response(JSON.stringify(props, null, 2));
