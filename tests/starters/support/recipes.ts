import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { projectRoot } from '../../support/project-copy.ts';
import type { Call } from './calls.ts';
import { start, starters, type Starter } from './starters.ts';

/* The programs of the recipes, as readers run them from the folder of a starter. */

export type Settings = Record<string, string>;

export const EXTERNAL_USER = 'customer-1042';

/** The starters with recipes. Python runs them as modules, so that they find the files of the starter. */
export const withRecipes: readonly Starter[] = starters
  .filter(({ receives }) => receives)
  .map((starter) =>
    starter.language === 'python'
      ? {
          ...starter,
          run: (name: string) => ['/usr/bin/python3', '-B', '-m', `recipes.${name.replaceAll('-', '_')}`],
        }
      : { ...starter, run: (name: string) => [process.execPath, `recipes/${name}.js`] },
  );

/** What the page of a recipe says that its program prints. */
export function outputOn(page: string): string {
  const source = readFileSync(join(projectRoot, `src/content/docs/recipes/${page}.mdx`), 'utf8');
  return (
    /^```text title="Output"\n([^]*?)^```$/m.exec(source)?.[1] ?? assert.fail(`${page} shows no output.`)
  );
}

/** Runs a recipe with parameters until it ends. */
export function run(starter: Starter, name: string, parameters: readonly string[], settings: Settings) {
  return startRecipe(starter, name, parameters, settings).outcome;
}

export function startRecipe(
  { run, ...starter }: Starter,
  name: string,
  parameters: readonly string[],
  settings: Settings,
) {
  return start({ ...starter, run: () => [...run(name), ...parameters] as [string] }, name, settings);
}

/** Keeps a local copy fresh until it has printed something. Returns all that it has printed. */
export async function keepFresh(
  context: TestContext,
  starter: Starter,
  externalUserId: string,
  settings: Settings,
  last: RegExp,
): Promise<string> {
  const { child, output, outcome } = startRecipe(starter, 'keep-fresh', [externalUserId], settings);
  context.after(() => child.kill());
  await context.waitFor(() => assert.match(output(), last), {
    interval: 20,
    timeout: 20_000,
  });
  child.kill();
  return (await outcome).output;
}

/** Has the end user give consent. Returns its ID. */
export async function giveConsent(call: Call, externalUserId: string, countryCode = 'NL') {
  const providerKey = `sandbox-${countryCode.toLowerCase()}`;
  const body = { providerKey, countryCode, externalUserId, redirectUrl: 'https://app.example.com/return' };
  return String((await call('POST', '/Consent', body))['consentId']);
}
