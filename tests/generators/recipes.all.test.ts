import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { combinedDocument } from '../../src/contract/combined.ts';
import { contracts } from '../../src/contract/index.ts';
import { CONSENT, startedSandbox } from '../sandbox/support.ts';
import { runCommand } from '../samples/support/run-command.ts';
import { tool, toolVersions } from '../support/tools.ts';
import { compile, generate, programsOf, recipesOf, workspace, type Recipe } from './recipe.ts';

/* The page "Generate a client", done word by word. */

const GUIDE = 'api/generate-a-client.mdx';
const recipes = recipesOf(GUIDE);
const [openapiTypescript] = recipes as [Recipe];
const token = programsOf(GUIDE).get('token.ts') ?? '';
const platform = combinedDocument();

const root = workspace();
after(() => rmSync(root, { recursive: true }));

/** Generates the client of a document, with the program of the page beside it. */
async function project(recipe: Recipe, name: string, document: object = platform): Promise<string[]> {
  const folder = join(root, recipe.label, name);
  const files = await generate(recipe, document, folder);
  const [program, source] = recipe.program;
  writeFileSync(join(folder, 'token.ts'), token);
  writeFileSync(join(folder, program), source);
  return [...files, join(folder, program)];
}

/** Requests with required fields only. */
const minimal = `
import createClient from 'openapi-fetch';
import type { paths } from './platform';

const client = createClient<paths>();
await client.POST('/Consent', { body: { providerKey: 'sandbox-nl', redirectUrl: 'https://app.example.com/' } });
await client.POST('/analysis-jobs', { body: { input: { accountIds: [] } } });
await client.POST('/cfa/connect/token', {
  body: { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' },
});
`;

test('The page runs the programs with the version of tsx that is tested here', () => {
  assert.ok(programsOf(GUIDE).get('Create a project')?.includes(` tsx@${toolVersions['tsx']} `));
});

test('The page has three generators, each with a program', () => {
  assert.deepEqual(
    recipes.map(({ label }) => label),
    ['openapi-typescript', 'Hey API', 'swagger-typescript-api'],
  );
});

for (const { label, packages } of recipes) {
  test(`${label} is shown in the version that is tested here`, () => {
    assert.ok(packages.length > 0);
    for (const each of packages) {
      const [, name = '', version] = /^(.+)@(.+)$/.exec(each) ?? [];
      assert.equal(version, toolVersions[name], name);
    }
  });
}

describe('The generators of the page', { concurrency: 2 }, () => {
  for (const recipe of recipes) {
    test(`${recipe.label} generates code that compiles in strict mode, from every document, with the program of the page`, async (t) => {
      const files = await project(recipe, 'platform');
      for (const { name, document } of contracts()) {
        files.push(...(await generate(recipe, document, join(root, recipe.label, name))));
      }
      if (recipe === openapiTypescript) {
        files.push(join(root, recipe.label, 'platform', 'minimal.ts'));
        writeFileSync(files.at(-1)!, minimal);
      }
      assert.ok(files.length > contracts().length + 1);
      assert.equal(await compile(files, root), '');

      await t.test('The program reads transactions from the sandbox', (t) => runsOnSandbox(t, recipe));
    });
  }

  test('The program no longer compiles if the contract renames a field that it reads', async () => {
    const text = JSON.stringify(platform)
      .replaceAll('"amount":{"type"', '"value":{"type"')
      .replaceAll('"amount","currency"', '"value","currency"');
    const files = await project(openapiTypescript, 'renamed', JSON.parse(text) as object);
    assert.match(await compile(files, root), /with-openapi-fetch\.ts.* error TS.*'amount'/);
  });

  test('Without the option on the page, requests with required fields only do not compile', async () => {
    const command = openapiTypescript.command.replace(' --default-non-nullable=false', '');
    assert.notEqual(command, openapiTypescript.command);
    await project({ ...openapiTypescript, command }, 'without');
    const file = join(root, openapiTypescript.label, 'without', 'minimal.ts');
    writeFileSync(file, minimal);
    const refused = (await compile([file], root)).match(/^\S.* error TS/gm) ?? [];
    assert.equal(refused.length, 3);
  });
});

/** Runs the program of a recipe as the page does, with the right secret and with a wrong one. */
async function runsOnSandbox(t: Parameters<typeof startedSandbox>[0], { label, program: [file] }: Recipe) {
  const folder = join(root, label, 'platform');
  const { sandbox } = await startedSandbox(t);
  const { origin, clientId, clientSecret } = sandbox.settings;
  const env = { PLATFORM_URL: origin, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };

  const { status, output } = await runCommand(tool('tsx'), [file], folder, env);
  const { transactions } = sandbox.state.consents.get(CONSENT)!.bank;
  assert.equal(status, 0, output);
  assert.deepEqual(
    output.trim().split('\n').sort(),
    transactions.map(({ bookDate, amount, currency }) => `${bookDate} ${amount} ${currency}`).sort(),
  );

  const wrong = await runCommand(tool('tsx'), [file], folder, { ...env, CLIENT_SECRET: 'wrong' });
  assert.equal(wrong.status, 1);
  assert.match(wrong.output, /POST \/connect\/token returned 401/);
}
