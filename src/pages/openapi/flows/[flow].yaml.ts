import type { APIRoute, GetStaticPaths } from 'astro';
import { flows } from '../../../contract/flows.ts';

/** `/openapi/flows/<flow>.yaml`: the guides' flows, as Arazzo documents. */
export const getStaticPaths: GetStaticPaths = () =>
  flows().map(({ name, text }) => ({ params: { flow: name }, props: { text } }));

export const GET: APIRoute<{ text: string }> = ({ props }) =>
  new Response(props.text, { headers: { 'content-type': 'application/yaml' } });
