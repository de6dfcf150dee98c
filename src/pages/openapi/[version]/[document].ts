import type { APIRoute, GetStaticPaths } from 'astro';
import type { OpenApiDocument } from '../../../contract/model.ts';
import { documentResponse, extensions } from '../../../downloads/openapi.ts';
import { allPublishedVersions } from '../../../contract/releases.ts';

/** `/openapi/<version>/<api>.yaml` and `.json`: each published version of a document, which never changes. */
export const getStaticPaths: GetStaticPaths = () =>
  allPublishedVersions().flatMap(({ name, version, document }) =>
    extensions.map((extension) => ({
      params: { version, document: `${name}${extension}` },
      props: { document },
    })),
  );

/** Returns a version of a document as YAML or JSON, depending on the extension in its URL. */
export const GET: APIRoute<{ document: OpenApiDocument }> = ({ params, props }) =>
  documentResponse(params['document'] ?? '', props.document);
