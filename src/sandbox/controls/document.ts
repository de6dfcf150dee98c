import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../../contract/model.ts';

/** The file that describes the control calls. Paths are relative to the project. */
export const controlsFile = 'src/sandbox/controls/openapi.yaml';

// Read the file once, on import, because tests change the working directory later.
const document = parse(readFileSync(join(process.cwd(), controlsFile), 'utf8')) as OpenApiDocument;

/** The OpenAPI document of the control calls. The build replaces this module with the document itself. */
export function controlsDocument(): OpenApiDocument {
  return document;
}
