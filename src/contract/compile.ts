import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { BaseResolver, bundle, createConfig, getLineColLocation, lint } from '@redocly/openapi-core';
import type { NormalizedProblem } from '@redocly/openapi-core';
import { apis, type ApiName } from '../config/apis.ts';
import { oneLine } from '../shared/one-line.ts';
import { sourceFiles } from '../shared/source-files.ts';
import { locationOf } from '../shared/text-file.ts';
import { WriterError } from '../shared/writer-error.ts';
import { assumptionShape } from './assumptions.ts';
import { compiledFile, forgetContracts, type CompiledKind } from './index.ts';
import type { OpenApiDocument } from './model.ts';

/** Checks the contracts and bundles each into one JSON document. All other code reads these documents. */
export async function compileContracts(): Promise<void> {
  // Checks only the structure. `npm run lint:openapi` checks style.
  const plugins = [assumptionShape];
  const rules = { struct: 'error', 'no-unresolved-refs': 'error' } as const;
  const structure = await createConfig({ rules }, { plugins });
  const problems = unlistedContracts();

  await Promise.all(
    apis.map(async ({ name }) => {
      const ref = `openapi/${name}.yaml`;
      // One resolver per contract: linting and bundling share parsed files, but bundling changes them.
      const externalRefResolver = new BaseResolver();
      try {
        const structural = await lint({ ref, config: structure, externalRefResolver });
        problems.push(...structural.map(describeProblem));
        if (structural.length > 0) return;
        const result = await bundle({ ref, config: structure, externalRefResolver });
        problems.push(...result.problems.filter(({ severity }) => severity === 'error').map(describeProblem));
        const document = result.bundle.parsed as OpenApiDocument;
        await writeCompiled(name, 'published', document);
        // Omit tag descriptions, because starlight-openapi would give each described tag a page.
        await writeCompiled(name, 'reference', {
          ...document,
          tags: (document.tags ?? []).map((tag) => ({ name: tag.name })),
        });
      } catch (error) {
        problems.push(describeFailure(error, ref));
      }
    }),
  );

  const causes = causesOf(problems);
  if (causes.length > 0)
    throw new WriterError(
      [
        `The API contracts have ${causes.length} ${causes.length === 1 ? 'error' : 'errors'}:`,
        ...causes,
        'Fix the file at that line, then run `npm run lint:openapi` to check every rule.',
      ].join('\n  '),
    );
  forgetContracts();
}

/** Reports contracts that no page would show, because `src/config/apis.ts` doesn't list them. */
function unlistedContracts(): string[] {
  const listed = ['redocly.yaml', ...apis.map(({ name }) => `${name}.yaml`)];
  const fix = 'Add it there, or move shared parts to openapi/shared/.';
  return sourceFiles('openapi', '{yaml,yml,json}')
    .filter((file) => !listed.includes(file))
    .map((file) => `openapi/${file}:1:1 src/config/apis.ts doesn't list this contract. ${fix}`);
}

/** The problems to fix. Omits broken references to a file that can't be parsed. */
function causesOf(problems: readonly string[]): string[] {
  const unreadable = problems.filter((problem) => problem.includes(' Failed to parse: '));
  return [...new Set(unreadable.length > 0 ? unreadable : problems)].sort();
}

async function writeCompiled(name: ApiName, kind: CompiledKind, document: OpenApiDocument) {
  const file = compiledFile(name, kind);
  await mkdir(dirname(file), { recursive: true });
  // Write under another name first, so that nothing reads an incomplete file.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(document));
  await rename(draft, file);
}

/** Formats a problem with its file, line, column, and the text of that line. */
export function describeProblem({ location, message }: NormalizedProblem): string {
  const [first] = location;
  if (!first) return readable(message);
  const { start } = getLineColLocation(first);
  const file = relative('', first.source.absoluteRef);
  const line = first.source.getLines()[start.line - 1]?.trim() ?? '';
  return `${file}:${start.line}:${start.col} ${readable(message)} Here: ${line}`;
}

/** Describes a document that fails before it can be linted. */
function describeFailure(error: unknown, ref: string): string {
  if (!existsSync(ref)) return `${ref} The file is missing, but src/config/apis.ts lists it.`;
  const message = readable((error as Error).message);
  // YAML errors include `(line:column)`. All other errors are about the OpenAPI version.
  const [, position] = message.match(/\((\d+:\d+)\)/) ?? [];
  return `${position ? `${ref}:${position}` : locationOf(ref, 'openapi:')} ${message}`;
}

/** A message on one line, with paths relative to the project. */
const readable = (message: string) => oneLine(message.replaceAll(`${process.cwd()}/`, ''));
