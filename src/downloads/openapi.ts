import { stringify } from 'yaml';
import type { OpenApiDocument } from '../contract/model.ts';

/** The formats in which OpenAPI documents can be downloaded. */
export const extensions = ['.yaml', '.json'] as const;

/** A document as YAML or JSON. */
export function documentText(extension: (typeof extensions)[number], document: OpenApiDocument): string {
  return extension === '.yaml'
    ? stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })
    : JSON.stringify(document, null, 2);
}
