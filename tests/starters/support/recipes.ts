import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { selectAccounts } from '../../../src/sandbox/look-ups.ts';
import { PATIENTLY } from '../../samples/support/run-command.ts';
import { CONSENT } from '../../sandbox/support.ts';
import { projectRoot } from '../../support/project-copy.ts';
import { signedIn, startPlatform, type Moment } from './platform.ts';
import { platformFor, python, start, type Starter } from './starters.ts';

/* Runs the programs in the starters' `recipes` folders the way a reader would. */

export const EXTERNAL_USER = 'customer-1042';

/** The sandbox's values for the parameters in a recipe's first line. Optional ones, in brackets, are omitted. */
const values: Readonly<Record<string, string>> = {
  '<externalUserId>': EXTERNAL_USER,
  '<consentId>': CONSENT,
  '<month>': '2026-10',
  // In these tests, the sandbox's consents last 90 days.
  '<days>': '90',
};

interface Recipe {
  /** The name of the recipe's JavaScript file, without the extension. */
  name: string;
  parameters: string[];
  /** The recipe's output as shown on its page. */
  output: string;
}

const pages = globSync(join(projectRoot, 'src/content/docs/recipes/*.mdx')).map((file) =>
  readFileSync(file, 'utf8'),
);

/** Every recipe, found by file. */
export const recipes: readonly Recipe[] = globSync(join(projectRoot, 'starters/javascript/recipes/*.js'))
  .sort()
  .map((file) => {
    const name = basename(file, '.js');
    const usage = /^\/\/ Run: node \S+(.*)/.exec(readFileSync(file, 'utf8'))?.[1];
    assert.ok(usage !== undefined, `${file}: begin with "// Run: node recipes/${name}.js <externalUserId>".`);
    const parameters = (usage.match(/<\w+>/g) ?? []).map(
      (each) => values[each] ?? assert.fail(`${file}: add a value for ${each} to ${import.meta.filename}.`),
    );
    const page = pages.find((text) => text.includes(`file="javascript/recipes/${name}.js"`));
    const [, output] = /^```text title="Output"\n([^]*?)^```$/m.exec(page ?? '') ?? [];
    assert.ok(output !== undefined, `No page shows ${name}.js with a block titled "Output".`);
    return { name, parameters, output };
  });

/** A block of a recipe's page, other than its output. */
export const shown = (title: string) =>
  new RegExp(`^\`\`\`text title="${title}"\\n([^]*?)^\`\`\`$`, 'm').exec(pages.join('\n'))?.[1];

export const recipe = (name: string) => recipes.find((each) => each.name === name)!;

export type Settings = Record<string, string>;

/** Starts a recipe. Python runs it as a module so that it finds the starter's files. */
export function startRecipe(
  { language, folder }: Starter,
  name: string,
  parameters: readonly string[],
  settings: Settings,
) {
  const command: [string, ...string[]] =
    language === 'python'
      ? [python, '-B', '-m', `recipes.${name.replaceAll('-', '_')}`]
      : [process.execPath, `recipes/${name}.js`];
  return start({ folder, run: () => [...command, ...parameters] }, name, settings);
}

export const until = (context: TestContext, check: () => void) => context.waitFor(check, PATIENTLY);

/** Runs a recipe until it exits or prints something. Returns its output. */
export async function runUntil(
  context: TestContext,
  isDone: (output: string) => boolean,
  ...recipe: Parameters<typeof startRecipe>
): Promise<string> {
  const { child, output, outcome } = startRecipe(...recipe);
  context.after(() => child.kill());
  await until(context, () => assert.ok(isDone(output()) || child.exitCode !== null, output()));
  child.kill();
  const { status, output: all } = await outcome;
  assert.ok(!status, all);
  return all;
}

/** Before the first refresh, the end user pays for a coffee. */
export const coffee: Moment = [
  /^POST \/Consent\/(.+)\/refresh$/,
  ([consentId = ''], platform) => {
    const [account] = selectAccounts(platform, { ConsentId: consentId });
    return [['POST', 'transactions', { accountId: account!.id, amount: -3.8, bookDate: '2026-10-30' }]];
  },
];

/** What `keep-fresh` prints once it has the example user's data. */
export const STORED = /^Stored: 2 accounts, 30 transactions\.\n/m;

/** Starts a sandbox and copies its user's data into the settings' folder. */
export async function withLocalCopy(
  context: TestContext,
  starter: Starter,
  options: Parameters<typeof startPlatform>[1] = {},
) {
  const platform = await platformFor(context, options);
  const isStored = (output: string) => STORED.test(output);
  await runUntil(context, isStored, starter, 'keep-fresh', [EXTERNAL_USER], platform.settings);
  return platform;
}

/** Starts a sandbox whose recurring payments are changed as JSON. Returns its URL. */
export async function withSequences(context: TestContext, change: (json: string) => string): Promise<string> {
  let changed = '';
  const { url } = await startPlatform(context, {
    disturb: (request, response) =>
      changed && request.url?.startsWith('/Sequencing') && response.end(changed),
  });
  const call = await signedIn(url);
  changed = change(JSON.stringify(await call('GET', `/Sequencing?ExternalUserId=${EXTERNAL_USER}`)));
  return url;
}
