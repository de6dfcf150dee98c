import type { APIRoute, GetStaticPaths } from 'astro';
import { stringify } from 'yaml';
import { contract, contracts } from '../../contract/index.ts';
import type { ApiName } from '../../config/apis.ts';

/** The ten OpenAPI documents, bundled, for integrators and their tools. */
export const getStaticPaths: GetStaticPaths = () =>
  contracts().flatMap(({ name }) => [
    { params: { document: `${name}.yaml` }, props: { name } },
    { params: { document: `${name}.json` }, props: { name } },
  ]);

export const GET: APIRoute<{ name: ApiName }> = ({ params, props }) => {
  const { document } = contract(props.name);
  return params['document']?.endsWith('.yaml')
    ? new Response(stringify(document, { lineWidth: 0 }), { headers: { 'content-type': 'application/yaml' } })
    : new Response(JSON.stringify(document, null, 2), { headers: { 'content-type': 'application/json' } });
};
