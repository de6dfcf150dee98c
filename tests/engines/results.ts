import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineName } from './engine.ts';

/** How a row ended in an engine. */
export interface Result {
  subject: string;
  title: string;
  passed: boolean;
  ms: number;
  /** Set where the fallback was proved in place of the behavior. */
  exception?: { reason: string; instead: string };
}

export interface Results {
  version: string;
  rows: Result[];
}

export const resultsFolder = join('test-results', 'engines');

const fileOf = (engine: EngineName) => join(resultsFolder, `${engine}.json`);

export async function writeResults(engine: EngineName, version = 'not started', rows: Result[]) {
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(fileOf(engine), JSON.stringify({ version, rows } satisfies Results, null, 2));
}

/** The results of an engine's last run. */
export async function readResults(engine: EngineName): Promise<Results> {
  return JSON.parse(await readFile(fileOf(engine), 'utf8')) as Results;
}
