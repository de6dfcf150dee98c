import type { OpenApiDocument } from '../contract/model.ts';
import { yamlText } from '../shared/yaml-text.ts';

/** The formats in which OpenAPI documents can be downloaded. */
export const extensions = ['.yaml', '.json'] as const;

/** A document as YAML or JSON. */
export function documentText(extension: (typeof extensions)[number], document: OpenApiDocument): string {
  return extension === '.yaml' ? yamlText(document) : JSON.stringify(document, null, 2);
}
