import { join } from 'node:path';
import { parse } from 'yaml';
import { sourceFiles } from '../../src/shared/source-files.ts';
import { readText } from '../../src/shared/text-file.ts';

/** A flow of several requests, as an Arazzo document. */
export interface Flow {
  /** The file name without its extension, such as `read-data`. */
  name: string;
  text: string;
  title: string;
  /** The `operationId` of each step, in order. */
  operations: string[];
  /** Paths of the guides with the same steps, such as `/categorization/introduction/`. */
  guides: string[];
}

interface ArazzoDocument {
  info: { title: string };
  workflows: { 'x-guides': string[]; steps: { operationId: string }[] }[];
}

/** The flows in `openapi/flows/`. */
export function flows(): Flow[] {
  const folder = 'openapi/flows';
  return sourceFiles(folder, 'yaml').map((file) => {
    const text = readText(join(folder, file));
    const { info, workflows } = parse(text) as ArazzoDocument;
    return {
      name: file.replace('.yaml', ''),
      text,
      title: info.title,
      operations: workflows.flatMap(({ steps }) => steps.map(({ operationId }) => operationId)),
      guides: workflows.flatMap((workflow) => workflow['x-guides']),
    };
  });
}
