import { globSync } from 'node:fs';
import { lint, loadConfig } from '@redocly/openapi-core';
import { guideGroups } from '../config/sidebars.ts';
import { assumptions } from '../contract/assumptions.ts';
import { combinedDocument } from '../contract/combined.ts';
import { compileContracts, describeProblem } from '../contract/compile.ts';
import { contracts } from '../contract/index.ts';
import type { Operation } from '../contract/model.ts';
import { versionProblems } from '../contract/releases.ts';
import { contractRules } from '../contract/rules.ts';
import { locationOf, readText } from '../shared/text-file.ts';
import { WriterError } from '../shared/writer-error.ts';

/* `npm run lint:openapi`: reports everything that the author of a contract can get wrong, with file and line. */

/** A set, because an error in a shared file is found in every contract that uses the file. */
const errors = new Set<string>();
await check(compileContracts);
if (errors.size === 0) {
  const config = await loadConfig({ configPath: 'openapi/redocly.yaml', plugins: [contractRules] });
  for (const contract of contracts()) {
    const ref = `openapi/${contract.name}.yaml`;
    await check(async () => (await lint({ ref, config })).map(describeProblem));
    await check(() => versionProblems(contract));
  }
  await check(operationsWithoutGuide);
  await check(operationsWithoutHandler);
  await check(() => void assumptions());
  await check(() => void combinedDocument());
}
for (const error of errors) console.error(error);
if (errors.size === 0) console.log(`${contracts().length} contracts pass every rule.`);
else process.exitCode = 1;

/** Adds the errors that a check returns or throws. */
async function check(findErrors: () => unknown) {
  try {
    for (const error of ((await findErrors()) ?? []) as string[]) errors.add(error);
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    errors.add(error.message);
  }
}

/** Finds operations that no guide mentions. Their reference pages would have no link to a guide. */
function operationsWithoutGuide(): string[] {
  const apiGroups = guideGroups.filter(({ section }) => section.id !== 'main' && section.id !== 'api');
  const slugs = apiGroups.flatMap((group) => group.slugs).join(',');
  const text = globSync(`src/content/{partials/*,docs/{${slugs}}{,/index}}.mdx`).map(readText).join();
  return contracts()
    .flatMap(({ operations }) => operations.filter(({ id }) => !text.includes(` of="${id}"`)))
    .map((operation) => {
      const { id } = operation;
      return `${placeOf(operation)} No guide mentions ${id}. Add <OperationLink of="${id}" /> to one.`;
    });
}

/** Finds operations that the sandbox doesn't handle. It wouldn't start. */
function operationsWithoutHandler(): string[] {
  const handlers = globSync('src/sandbox/operations/*.ts').map(readText).join();
  return contracts()
    .flatMap(({ operations }) => operations.filter(({ kind }) => kind === 'operation'))
    .filter(({ id }) => !handlers.includes(` ${id}: (`))
    .map(
      (operation) => `${placeOf(operation)} Add a handler for ${operation.id} to src/sandbox/operations/.`,
    );
}

function placeOf({ api, id }: Operation): string {
  return locationOf(`openapi/${api}.yaml`, `operationId: ${id}`);
}
