import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { BaseResolver, bundle, createConfig, getLineColLocation, lint } from '@redocly/openapi-core';
import type { NormalizedProblem } from '@redocly/openapi-core';
import { apis, type ApiName } from '../config/apis.ts';
import { SOURCE_NAME } from '../shared/source-files.ts';
import { WriterError } from '../shared/writer-error.ts';
import { assumptionShape } from './assumptions.ts';
import { compiledFile, contractFolder, contracts, forgetContracts, type CompiledKind } from './index.ts';
import type { OpenApiDocument } from './model.ts';

/** Contracts that can't be used, with file, line and reason for each problem. */
export class ContractError extends WriterError {
  constructor(problems: readonly string[]) {
    super(
      `The API contracts have ${problems.length} ${problems.length === 1 ? 'error' : 'errors'}:\n` +
        problems.map((problem) => `  ${problem}`).join('\n') +
        '\n  Fix the file at that line, then run `npm run lint:openapi` to check every rule.',
    );
    this.name = 'ContractError';
  }
}

/**
 * Bundles each contract into one self-contained JSON document, which everything else reads.
 *
 * It writes two kinds: `published`, the document that integrators download, and `reference`, the same document
 * prepared for the pages of the static reference.
 *
 * @throws ContractError when a document is missing, isn't valid OpenAPI 3.1, or has a reference that leads nowhere.
 */
export async function compileContracts(): Promise<void> {
  // Structure only. `npm run lint:openapi` checks style.
  const plugins = [assumptionShape];
  const rules = { struct: 'error', 'no-unresolved-refs': 'error' } as const;
  const structure = await createConfig({ rules }, { plugins });
  const problems = unlistedContracts();

  await Promise.all(
    apis.map(async ({ name }) => {
      const ref = join(contractFolder(), `${name}.yaml`);
      // Lint and bundle share parsed files. Contracts don't, because bundling changes them.
      const externalRefResolver = new BaseResolver();
      try {
        const found = await lint({ ref, config: structure, externalRefResolver });
        problems.push(...found.map(describeProblem));
        if (found.length > 0) return;
        const result = await bundle({ ref, config: structure, externalRefResolver });
        problems.push(...result.problems.filter(({ severity }) => severity === 'error').map(describeProblem));
        await write(name, 'published', result.bundle.parsed as OpenApiDocument);
      } catch (error) {
        problems.push(await describeFailure(error, ref));
      }
    }),
  );

  if (problems.length > 0) throw new ContractError(causesOf(problems));

  forgetContracts();
  const writings = contracts().map(({ name, document }) => {
    // Without descriptions of tags: starlight-openapi would give each described tag a page.
    const tags = document.tags?.map((tag) => ({ name: tag.name })) ?? [];
    return write(name, 'reference', { ...document, tags });
  });
  await Promise.all(writings);
}

/** Contracts that no page would show. */
function unlistedContracts(): string[] {
  const listed = new Set([...apis.map(({ name }) => `${name}.yaml`), 'redocly.yaml']);
  return globSync(`${SOURCE_NAME}.{yaml,yml,json}`, { cwd: contractFolder() })
    .filter((file) => !listed.has(file))
    .map((file) => {
      const fix = 'Add it there, or move what several contracts use to openapi/shared/.';
      return `openapi/${file}:1:1 src/config/apis.ts doesn't list this contract. ${fix}`;
    });
}

/** The problems to fix, each once. A file that can't be parsed also breaks every reference to it: leave those out. */
function causesOf(problems: readonly string[]): string[] {
  const unreadable = problems.filter((problem) => problem.includes(' Failed to parse: '));
  return [...new Set(unreadable.length > 0 ? unreadable : problems)].sort();
}

async function write(name: ApiName, kind: CompiledKind, document: OpenApiDocument) {
  const file = compiledFile(name, kind);
  await mkdir(join(file, '..'), { recursive: true });
  // Write under another name first, so that nothing reads an incomplete file.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(document));
  await rename(draft, file);
}

export function describeProblem({ location, message }: NormalizedProblem): string {
  const first = location[0];
  if (!first) return message;
  const { start } = getLineColLocation(first);
  const file = relative(process.cwd(), first.source.absoluteRef);
  const line = first.source.getLines()[start.line - 1]?.trim() ?? '';
  return `${file}:${start.line}:${start.col} ${oneLine(message)} Here: ${line}`;
}

/**
 * Describes a document that fails before it can be linted. A YAML error has its position as `(line:column)` in the
 * message. Any other error is about the version, in the line of `openapi:`.
 */
async function describeFailure(error: unknown, ref: string): Promise<string> {
  const message = oneLine(error instanceof Error ? error.message : String(error));
  const source = await readFile(ref, 'utf8').catch(() => undefined);
  const file = relative(process.cwd(), ref);
  if (source === undefined) return `${file} The file is missing, but src/config/apis.ts lists it.`;
  const version = source.split('\n').findIndex((line) => line.startsWith('openapi:'));
  const place = /\((\d+:\d+)\)/.exec(message)?.[1] ?? `${Math.max(version, 0) + 1}:1`;
  return `${file}:${place} ${message}`;
}

/** A message on one line, with paths relative to the project. */
function oneLine(message: string): string {
  return message.replaceAll(`${process.cwd()}/`, '').replaceAll(/\s+/g, ' ').trim();
}
