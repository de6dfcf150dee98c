import type { APIRoute, GetStaticPaths } from 'astro';
import { signatures } from '../../agents/skill/index.ts';
import { contracts } from '../../contract/index.ts';
import type { Contract } from '../../contract/model.ts';
import { siteUrl } from '../../shared/site-url.ts';

/** `/openapi/<api>.txt`: the signatures of an API's operations, for coding agents. */
export const getStaticPaths: GetStaticPaths = () =>
  contracts().map((contract) => ({ params: { api: contract.name }, props: { contract } }));

export const GET: APIRoute<{ contract: Contract }> = ({ props }) =>
  new Response(signatures(props.contract, siteUrl));
