import type { APIRoute, GetStaticPaths } from 'astro';
import { apis, type ApiName } from '../../../config/apis.ts';
import { changesOfVersions } from '../../../contract/releases.ts';

/** `/openapi/changes/<api>.json`: the changes between an API's published versions, for programs. */
export const getStaticPaths: GetStaticPaths = () =>
  apis.map(({ name }) => ({ params: { api: name }, props: { name } }));

export const GET: APIRoute<{ name: ApiName }> = ({ props }) =>
  new Response(JSON.stringify(changesOfVersions(props.name), null, 2));
