import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { contractFolder } from './files.ts';

/** A flow of several requests, as an Arazzo document. */
export interface Flow {
  /** The name of its file, such as `read-data`. */
  name: string;
  /** The document as it is published. */
  text: string;
  title: string;
  /** The `operationId` of each step, in order. */
  operations: string[];
  /** Paths of the guides whose steps are the same, such as `/categorization/introduction/`. */
  guides: string[];
}

interface ArazzoDocument {
  info: { title: string };
  workflows: { 'x-guides': string[]; steps: { operationId: string }[] }[];
}

/** The flows in `openapi/flows/`. */
export function flows(): Flow[] {
  const folder = join(contractFolder(), 'flows');
  return readdirSync(folder)
    .sort()
    .map((file) => flowOf(file.replace('.yaml', ''), readFileSync(join(folder, file), 'utf8')));
}

/** Reads an Arazzo document with one workflow. */
export function flowOf(name: string, text: string): Flow {
  const { info, workflows } = parse(text) as ArazzoDocument;
  return {
    name,
    text,
    title: info.title,
    operations: workflows.flatMap(({ steps }) => steps.map(({ operationId }) => operationId)),
    guides: workflows.flatMap((workflow) => workflow['x-guides']),
  };
}
