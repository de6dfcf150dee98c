import { stringify } from 'yaml';
import type { OpenApiDocument } from '../contract/model.ts';

/** The formats in which OpenAPI documents can be downloaded. */
export const extensions = ['.yaml', '.json'] as const;

/** Returns a document as YAML or JSON, by file extension. */
export function documentResponse(file: string, document: OpenApiDocument): Response {
  return file.endsWith('.yaml')
    ? new Response(stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }), {
        headers: { 'content-type': 'application/yaml' },
      })
    : new Response(JSON.stringify(document, null, 2), { headers: { 'content-type': 'application/json' } });
}
