import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test, type TestContext } from 'node:test';
import { combinedDocument } from '../../src/contract/combined.ts';
import { contracts } from '../../src/contract/index.ts';
import { CONSENT, startedSandbox } from '../sandbox/support.ts';
import { runCommand } from '../samples/support/run-command.ts';
import { projectRoot } from '../support/project-copy.ts';
import { tool, toolsFolder, toolVersions } from '../support/tools.ts';

/* The page "Generate a client", done word by word. */

const DOCUMENT = 'https://developer.example.com/openapi/platform.json';
const page = readFileSync(join(projectRoot, 'src/content/docs/api/generate-a-client.mdx'), 'utf8');

/** The code blocks of the page, by their titles. */
const programs = new Map(
  [...page.matchAll(/^```\w+ title="([^"]+)"\n(.*?)^```$/gms)].map(([, title = '', code = '']) => [
    title,
    code,
  ]),
);

/** A generator as the page shows it. */
interface Recipe {
  /** The label of its tab. */
  label: string;
  /** The packages that it installs, with their versions. */
  packages: string[];
  /** The command that generates the code. */
  command: string;
  /** The file name of the program that uses the code. */
  program: string;
}

const tabs = [...page.matchAll(/<TabItem label="([^"]+)">\n(.*?)<\/TabItem>/gs)];

/** Each tab with commands has a tab of the same name with a program. */
const recipes = tabs.flatMap(([, label = '', content = '']): Recipe[] => {
  const commands = /```bash\n(.*?)```/s.exec(content)?.[1]?.trim().split('\n');
  if (!commands) return [];
  const shown = tabs.flatMap(([, other, text = '']) =>
    other === label ? (/```ts title="([^"]+)"/.exec(text)?.[1] ?? []) : [],
  );
  const packages = commands.flatMap((line) => line.match(/\S+@[\d.]+$/) ?? []);
  const command = commands.find((line) => line.startsWith('npx ')) ?? '';
  return [{ label, packages, command, program: shown[0] ?? assert.fail(`${label} has no program.`) }];
});

const platform = combinedDocument();

/** A folder in which the packages of the tools can be imported. */
const root = mkdtempSync(join(tmpdir(), 'generated-'));
symlinkSync(join(toolsFolder, 'node_modules'), join(root, 'node_modules'));
writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
after(() => rmSync(root, { recursive: true }));

/** Generates a client from a document with the command of a recipe. Returns the files to compile. */
async function generate({ command }: Recipe, document: object, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'document.json'), JSON.stringify(document));
  if (!command.includes(DOCUMENT)) throw new Error(`The command doesn't read ${DOCUMENT}: ${command}`);
  const [name = '', ...parameters] = command
    .replace('npx ', '')
    .replace(DOCUMENT, 'document.json')
    .split(' ');
  const { status, output } = await runCommand(tool(name), parameters, folder);
  if (status !== 0) throw new Error(`${command} failed: ${output}`);
  const files = globSync('{platform.ts,platform/**/*.ts}', { cwd: folder }).map((file) => join(folder, file));
  // Some generators switch the compiler off for their own code, which would hide all errors.
  for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replace('// @ts-nocheck\n', ''));
  return files;
}

/** Compiles files in strict mode and returns the compiler's messages. */
async function compile(files: string[], folder: string): Promise<string> {
  // Declarations of Node.js and of packages are not what is tested.
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2024', '--module', 'preserve'];
  const types = ['--typeRoots', join(projectRoot, 'node_modules/@types'), '--types', 'node'];
  const { output } = await runCommand(tool('tsc'), [...options, ...types, ...files], folder);
  return output;
}

/** Generates the client of a document, with the program of the page beside it. */
async function project(recipe: Recipe, name: string, document: object = platform): Promise<string[]> {
  const folder = join(root, recipe.label, name);
  const files = await generate(recipe, document, folder);
  for (const file of ['token.ts', recipe.program]) writeFileSync(join(folder, file), programs.get(file)!);
  return [...files, join(folder, recipe.program)];
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

test('The page shows the versions that are tested here', () => {
  assert.ok(recipes.length > 1);
  for (const each of recipes.flatMap(({ packages }) => packages)) {
    const [, name = '', version] = /^(.+)@(.+)$/.exec(each) ?? [];
    assert.equal(version, toolVersions[name], name);
  }
  assert.ok(programs.get('Create a project')?.includes(` tsx@${toolVersions['tsx']} `));
});

describe('The generators of the page', { concurrency: 2 }, () => {
  for (const recipe of recipes) {
    test(`${recipe.label} generates code that compiles in strict mode, from every document, with the program of the page`, async (t) => {
      const files = await project(recipe, 'platform');
      for (const { name, document } of contracts()) {
        files.push(...(await generate(recipe, document, join(root, recipe.label, name))));
      }
      // Its option makes fields with defaults optional.
      if (recipe.label === 'openapi-typescript') {
        files.push(join(root, recipe.label, 'platform/minimal.ts'));
        writeFileSync(files.at(-1)!, minimal);
      }
      assert.ok(files.length > contracts().length + 1);
      assert.equal(await compile(files, root), '');

      await t.test('The program reads transactions from the sandbox', (t) => runsOnSandbox(t, recipe));
    });
  }
});

/** Runs the program of a recipe as the page does, with the right secret and with a wrong one. */
async function runsOnSandbox(t: TestContext, { label, program: file }: Recipe) {
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
