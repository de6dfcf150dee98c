import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { combinedDocument } from '../../src/contract/combined.ts';
import { currentData } from '../../src/sandbox/bank.ts';
import { sourceAt } from '../content/support/pages.ts';
import { CONSENT, startedSandbox } from '../sandbox/support.ts';
import { runCommand } from '../samples/support/run-command.ts';
import { projectRoot } from '../support/project-copy.ts';
import { testFolder } from '../support/test-folder.ts';
import { tool, toolsFolder, toolVersions } from '../support/tools.ts';

/* Follows the page "Generate a client" literally. */

const DOCUMENT = 'https://docs.example.com/openapi/platform.json';
const page = sourceAt('/api/generate-a-client/');

/** The page's code blocks by title. */
const programs = new Map(
  page.matchAll(/^```\w+ title="([^"]+)"\n(.*?)^```$/gms).map(([, title = '', code = '']) => [title, code]),
);

const tabs = [...page.matchAll(/<TabItem label="([^"]+)">\n(.*?)<\/TabItem>/gs)];

/**
 * The generators on the page, with their packages and versions, the command that generates the code, and the file name
 * of the program that uses the code. Each tab with commands has a program tab of the same name.
 */
const recipes = tabs.flatMap(([, label = '', content = '']) => {
  const commands = /```bash\n(.*?)```/s.exec(content)?.[1]?.trim().split('\n');
  if (!commands) return [];
  const shown = tabs.flatMap(([, other, text = '']) =>
    other === label ? (/```ts title="([^"]+)"/.exec(text)?.[1] ?? []) : [],
  );
  const packages = commands.flatMap((line) => line.match(/\S+@[\d.]+$/) ?? []);
  const command = commands.find((line) => line.startsWith('npx ')) ?? '';
  return [{ label, packages, command, program: shown[0] ?? assert.fail(`${label} has no program.`) }];
});

/** A folder that can import the tools' packages. */
const root = testFolder();
symlinkSync(join(toolsFolder, 'node_modules'), join(root, 'node_modules'));
writeFileSync(join(root, 'package.json'), '{ "type": "module" }');

test('The page shows the tested versions', () => {
  assert.ok(recipes.length > 1);
  for (const each of recipes.flatMap(({ packages }) => packages)) {
    const [, name = '', version] = /^(.+)@(.+)$/.exec(each) ?? [];
    assert.equal(version, toolVersions[name], name);
  }
  assert.ok(programs.get('Create a project')?.includes(` tsx@${toolVersions['tsx']} `));
});

describe('The generators on the page', { concurrency: 2 }, () => {
  for (const { label, command, program } of recipes)
    test(`${label} generates code that compiles in strict mode, and the page's program reads transactions from the sandbox`, async (t) => {
      const folder = join(root, label);
      mkdirSync(folder);
      writeFileSync(join(folder, 'document.json'), JSON.stringify(combinedDocument()));
      assert.ok(command.includes(DOCUMENT), command);
      const [, generator = '', ...parameters] = command.replace(DOCUMENT, 'document.json').split(' ');
      const generated = await runCommand(tool(generator), parameters, folder);
      assert.equal(generated.status, 0, generated.output);
      const files = globSync(join(folder, '{platform,platform/**/*}.ts'));
      assert.ok(files.length > 0);
      // Some generators disable the compiler for their code, which would hide all errors.
      for (const file of files)
        writeFileSync(file, readFileSync(file, 'utf8').replace('// @ts-nocheck\n', ''));
      for (const file of ['token.ts', program]) writeFileSync(join(folder, file), programs.get(file)!);

      // Skip the declarations of Node.js and packages.
      const options = '--strict --noEmit --skipLibCheck --target es2024 --module preserve'.split(' ');
      options.push('--types', 'node', '--typeRoots', join(projectRoot, 'node_modules/@types'));
      const compiled = await runCommand(tool('tsc'), [...options, ...files, program], folder);
      assert.equal(compiled.output, '');

      const { sandbox } = await startedSandbox(t);
      const { origin, clientId, clientSecret } = sandbox.settings;
      const env = { PLATFORM_URL: origin, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
      const { status, output } = await runCommand(tool('tsx'), [program], folder, env);
      const { transactions } = currentData(sandbox.state.consents.get(CONSENT)!.bank);
      assert.equal(status, 0, output);
      assert.deepEqual(
        output.trim().split('\n').sort(),
        transactions.map(({ bookDate, amount, currency }) => `${bookDate} ${amount} ${currency}`).sort(),
      );
      const wrong = await runCommand(tool('tsx'), [program], folder, { ...env, CLIENT_SECRET: 'wrong' });
      assert.equal(wrong.status, 1);
      assert.match(wrong.output, /POST \/connect\/token returned 401/);
    });
});
