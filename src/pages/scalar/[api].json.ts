import type { APIRoute, GetStaticPaths } from 'astro';
import { withBase } from '../../shared/browser/with-base.ts';
import { scalarDocument } from '../../scalar/document.ts';
import { contracts } from '../../contract/index.ts';
import type { Contract } from '../../contract/model.ts';

/** `/scalar/<api>.json`: the document that an API's interactive reference shows. */
export const getStaticPaths: GetStaticPaths = () =>
  contracts().map((contract) => ({ params: { api: contract.name }, props: { contract } }));

export const GET: APIRoute<{ contract: Contract }> = ({ props }) =>
  new Response(scalarDocument(props.contract, withBase));
