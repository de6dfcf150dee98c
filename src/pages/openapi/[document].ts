import type { APIRoute, GetStaticPaths } from 'astro';
import { stringify } from 'yaml';
import { contract, contracts } from '../../contract/index.ts';
import type { ApiName } from '../../config/apis.ts';

/** `/openapi/<api>.yaml` and `.json`: the bundled OpenAPI documents. */
export const getStaticPaths: GetStaticPaths = () =>
  contracts().flatMap(({ name }) => [
    { params: { document: `${name}.yaml` }, props: { name } },
    { params: { document: `${name}.json` }, props: { name } },
  ]);

/** Returns a document as YAML or JSON, as the extension in its URL says. */
export const GET: APIRoute<{ name: ApiName }> = ({ params, props }) => {
  const { document } = contract(props.name);
  return params['document']?.endsWith('.yaml')
    ? new Response(stringify(document, { lineWidth: 0 }), { headers: { 'content-type': 'application/yaml' } })
    : new Response(JSON.stringify(document, null, 2), { headers: { 'content-type': 'application/json' } });
};
