import { join } from 'node:path';
import { parse } from 'yaml';
import { sourceFiles } from '../../src/shared/source-files.ts';
import { readText } from '../../src/shared/text-file.ts';

interface ArazzoDocument {
  info: { title: string };
  workflows: { 'x-guides': string[]; steps: { operationId: string }[] }[];
}

/** The flows in `openapi/flows/`: Arazzo documents, each of several requests. */
export function flows() {
  const folder = 'openapi/flows';
  return sourceFiles(folder, 'yaml').map((file) => {
    const text = readText(join(folder, file));
    const { info, workflows } = parse(text) as ArazzoDocument;
    return {
      /** The file name without its extension, such as `read-data`. */
      name: file.replace('.yaml', ''),
      text,
      title: info.title,
      /** The `operationId` of each step, in order. */
      operations: workflows.flatMap(({ steps }) => steps.map(({ operationId }) => operationId)),
      /** Paths of the guides with the same steps, such as `/categorization/introduction/`. */
      guides: workflows.flatMap((workflow) => workflow['x-guides']),
    };
  });
}
