import type { APIRoute, GetStaticPaths } from 'astro';
import { combinedDocument } from '../../contract/combined.ts';
import { contracts } from '../../contract/index.ts';
import type { OpenApiDocument } from '../../contract/model.ts';
import { documentResponse, extensions } from '../../downloads/openapi.ts';

/** `/openapi/<api>.yaml` and `.json`: the bundled OpenAPI documents. `platform` combines all of them. */
export const getStaticPaths: GetStaticPaths = () =>
  [...contracts(), { name: 'platform', document: combinedDocument() }].flatMap(({ name, document }) =>
    extensions.map((extension) => ({ params: { document: `${name}${extension}` }, props: { document } })),
  );

/** Returns a document as YAML or JSON, depending on the extension in its URL. */
export const GET: APIRoute<{ document: OpenApiDocument }> = ({ params, props }) =>
  documentResponse(params['document'] ?? '', props.document);
