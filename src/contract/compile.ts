import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
  BaseResolver,
  bundle,
  createConfig,
  getLineColLocation,
  lint,
  loadConfig,
} from '@redocly/openapi-core';
import type { NormalizedProblem } from '@redocly/openapi-core';
import { apis, type ApiName } from '../config/apis.ts';
import { contractFolder, compiledFile, type CompiledKind } from './files.ts';
import { contracts, forgetContracts } from './index.ts';
import type { OpenApiDocument } from './model.ts';
import { referenceDocument } from './reference.ts';

/** A contract that cannot be used, with the places that say why. */
export class ContractError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The API contracts have ${problems.length} ${problems.length === 1 ? 'fault' : 'faults'}:\n` +
        problems.map((problem) => `  ${problem}`).join('\n') +
        '\n  Fix the file at the line named, then run `npm run lint:openapi` to see every rule.',
    );
    this.name = 'ContractError';
    // The writer's file and line say where; where in this code it was noticed helps nobody.
    this.stack = '';
  }
}

/**
 * Bundles the ten contracts, so that everything else reads one self-contained JSON document per API.
 *
 * Two kinds are written: `published`, the document as integrators download it, and `reference`, the same
 * one prepared for the pages of the static reference.
 *
 * @throws ContractError when a document is missing, is not valid OpenAPI 3.1 or refers to nothing.
 */
export async function compileContracts(): Promise<void> {
  // The structure alone: style is the business of `npm run lint:openapi`.
  const structure = await createConfig({ rules: { struct: 'error', 'no-unresolved-refs': 'error' } });
  const bundling = await loadConfig({ configPath: join(contractFolder(), 'redocly.yaml') });
  const problems: string[] = [];

  await Promise.all(
    apis.map(async ({ name }) => {
      const ref = join(contractFolder(), `${name}.yaml`);
      // Parses each file once for both; the bundle changes what it holds, so that no other contract can use it.
      const externalRefResolver = new BaseResolver();
      try {
        const found = await lint({ ref, config: structure, externalRefResolver });
        problems.push(...found.map(describe));
        if (found.length > 0) return;
        const result = await bundle({ ref, config: bundling, externalRefResolver });
        problems.push(...result.problems.filter(({ severity }) => severity === 'error').map(describe));
        const document = result.bundle.parsed as OpenApiDocument;
        await write(name, 'published', document);
      } catch (error) {
        problems.push(await describeFailure(error, ref));
      }
    }),
  );

  if (problems.length > 0) throw new ContractError(causesOf(problems));

  forgetContracts();
  await Promise.all(contracts().map((each) => write(each.name, 'reference', referenceDocument(each))));
}

/** The faults to mend, each once. A file that cannot be read makes a fault of every reference to it as well. */
function causesOf(problems: readonly string[]): string[] {
  const unreadable = problems.filter((problem) => problem.includes(' Failed to parse: '));
  return [...new Set(unreadable.length > 0 ? unreadable : problems)].sort();
}

async function write(name: ApiName, kind: CompiledKind, document: OpenApiDocument) {
  const file = compiledFile(name, kind);
  await mkdir(join(file, '..'), { recursive: true });
  // Renamed when it is whole: someone may be reading the one before.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(document));
  await rename(draft, file);
}

function describe({ location, message }: NormalizedProblem): string {
  const first = location[0];
  if (!first) return message;
  const { start } = getLineColLocation(first);
  const file = relative(process.cwd(), first.source.absoluteRef);
  const line = first.source.getLines()[start.line - 1]?.trim() ?? '';
  return `${file}:${start.line}:${start.col} ${oneLine(withoutFolder(message))} Here: ${line}`;
}

/**
 * A document that fails before there are problems to list. The message of YAML that cannot be read says
 * `(line:column)`; that of a wrong or missing version means the line of `openapi:`.
 */
async function describeFailure(error: unknown, ref: string): Promise<string> {
  const message = oneLine(error instanceof Error ? error.message : String(error));
  const source = await readFile(ref, 'utf8').catch(() => undefined);
  const file = relative(process.cwd(), ref);
  if (source === undefined) return `${file} The file is missing. \`src/config/apis.ts\` lists it.`;
  const version = source.split('\n').findIndex((line) => line.startsWith('openapi:'));
  const place = /\((\d+:\d+)\)/.exec(message)?.[1] ?? `${Math.max(version, 0) + 1}:1`;
  return `${file}:${place} ${withoutFolder(message)}`;
}

/** A message with paths that start at the project, as the writer knows them. */
function withoutFolder(message: string): string {
  return message.replaceAll(`${process.cwd()}/`, '');
}

function oneLine(message: string): string {
  return message.replaceAll(/\s+/g, ' ').trim();
}
