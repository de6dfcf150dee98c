import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { filesBelow } from '../../../src/shared/files-below.ts';
import { PATIENTLY, runCommand, startCommand } from '../../samples/support/run-command.ts';
import { python } from '../../starters/support/starters.ts';
import { testFolder } from '../../support/test-folder.ts';
import { builtFile, builtText, dist, isBuilt } from '../../support/built-pages.ts';
import { freePort } from '../../../src/sandbox/grade/free-port.ts';
import { projectRoot } from '../../support/project-copy.ts';
import { apis, operations, type Node } from '../../support/published-contracts.ts';
import { fromTools, tool } from '../../support/tools.ts';
import { daily, nightly, outputOf, packageVersion, startSandbox } from '../support.ts';

const yamlFiles = (await filesBelow(dist)).filter((file) => file.endsWith('.yaml'));

/** A published YAML file's content, from its JSON file, if it has one. */
function contentOf(file: string): unknown {
  const json = file.replace(/yaml$/, 'json');
  return isBuilt(json) ? JSON.parse(builtText(json)) : parse(builtText(file));
}

/** Runs a program that prints a JSON list with the contents of the YAML files in its arguments. */
function readsTheSame(...command: [string, ...string[]]): void {
  const contents = JSON.parse(outputOf(dist, ...command, ...yamlFiles)) as unknown[];
  for (const [index, file] of yamlFiles.entries()) assert.deepEqual(contents[index], contentOf(file), file);
}

const PYTHON = 'import json, sys, yaml; print(json.dumps([yaml.safe_load(open(f)) for f in sys.argv[1:]]))';
const RUBY = 'puts ARGV.map { |file| YAML.load_file(file) }.to_json';

/** Reads the examples of transactions with quicktype's classes, and prints the transactions' IDs. */
const EXAMPLES = `import json, sys, platform_types
examples = json.load(open(sys.argv[1]))['components']['examples'].values()
pages = [platform_types.TransactionsList.from_dict(each['value']) for each in examples if 'data' in each['value']]
print(json.dumps([str(row.id) for page in pages for row in page.data]))`;

/* Other tests run generators for TypeScript, Postman's and Bruno's importers of the collection, and Redocly. */

daily('/**/*.yaml: yaml (YAML 1.2 and 1.1) reads the same values as in JSON', (context) => {
  context.diagnostic(packageVersion('yaml'));
  for (const file of yamlFiles)
    for (const version of ['1.2', '1.1'] as const)
      assert.deepEqual(parse(builtText(file), { version }), contentOf(file), file);
});

nightly('/**/*.yaml: PyYAML reads the same values as in JSON', (context) => {
  context.diagnostic(outputOf('.', python, '-c', 'import yaml; print(yaml.__version__)'));
  readsTheSame(python, '-c', PYTHON);
});

nightly("/**/*.yaml: Ruby's YAML reads the same values as in JSON", (context) => {
  context.diagnostic(outputOf('.', 'ruby', '-ryaml', '-e', 'puts Psych::VERSION'));
  readsTheSame('ruby', '-ryaml', '-rjson', '-e', RUBY);
});

nightly("/openapi/platform.yaml: Bruno's importer reads the same requests as from JSON", (context) => {
  context.diagnostic(packageVersion('@usebruno/converters', 'nightly'));
  const { openApiToBruno } = fromTools('@usebruno/converters');
  const [yaml, json] = ['openapi/platform.yaml', 'openapi/platform.json'].map((file) => {
    const text = builtText(file);
    const collection = openApiToBruno(file.endsWith('.yaml') ? text : JSON.parse(text));
    return JSON.stringify(collection, (key, value: unknown) => (/uid$/i.test(key) ? undefined : value));
  });
  assert.equal(yaml, json);
});

nightly("/openapi/platform.yaml: Prism accepts the quickstart's traffic and sends dates", async (context) => {
  context.diagnostic(packageVersion('@stoplight/prism-cli', 'nightly'));
  const env = await startSandbox(context, [process.execPath]);
  const start = async (command: string, ...options: string[]) => {
    const port = await freePort();
    const all = [command, 'openapi/platform.yaml', ...options, '--port', String(port)];
    const { child, output } = startCommand(tool('prism'), all, dist);
    context.after(() => child.kill());
    await context.waitFor(() => assert.match(output(), /listening/), PATIENTLY);
    return `http://127.0.0.1:${port}`;
  };
  const PLATFORM_URL = await start('proxy', env.PLATFORM_URL, '--errors');
  const quickstart = ['programs/quickstart.mjs'];
  const { output } = await runCommand(process.execPath, quickstart, dist, { ...env, PLATFORM_URL });
  assert.match(output, /^Read 30 transactions\.$/m);
  const headers = { authorization: 'Bearer any' };
  const url = `${await start('mock')}/Transactions?ConsentId=${randomUUID()}`;
  const { data }: Node = await (await fetch(url, { headers })).json();
  assert.match(data[0].bookDate, /^\d{4}-\d{2}-\d{2}$/);
});

nightly('/openapi/*.json: Spectral finds no problems', (context) => {
  context.diagnostic(packageVersion('@stoplight/spectral-cli', 'nightly'));
  const ruleset = join(testFolder(context), 'ruleset.yaml');
  writeFileSync(ruleset, 'extends: [spectral:oas]\n');
  const documents = globSync('openapi/*.json', { cwd: dist });
  // The APIs' documents, and the combined one.
  assert.equal(documents.length, apis.length + 1);
  outputOf(dist, tool('spectral'), 'lint', '--ruleset', ruleset, '--fail-severity', 'hint', ...documents);
});

nightly('/openapi/platform.json: quicktype generates Python classes that read the examples', (context) => {
  context.diagnostic(packageVersion('quicktype', 'nightly'));
  const folder = testFolder(context);
  const source = `${join(dist, 'openapi/platform.json')}#/components/schemas/`;
  const options = ['--lang', 'python', '--src-lang', 'schema', '--src', source];
  outputOf(folder, tool('quicktype'), ...options, '--out', 'platform_types.py');
  const file = join(dist, 'openapi/transactions.json');
  const ids = JSON.parse(outputOf(folder, python, '-c', EXAMPLES, file)) as string[];
  assert.ok(ids.length > 1);
  for (const id of ids) assert.ok(builtFile('openapi/transactions.json').includes(`"id": "${id}"`), id);
});

nightly('/openapi/platform.json: Modelina generates PHP classes that PHP accepts', async (context) => {
  context.diagnostic(packageVersion('@asyncapi/modelina', 'nightly'));
  const folder = testFolder(context);
  const { PhpFileGenerator } = fromTools('@asyncapi/modelina');
  const document = JSON.parse(builtText('openapi/platform.json')) as unknown;
  await new PhpFileGenerator().generateToFiles(document, folder, { namespace: 'Portal' });
  const files = globSync('*.php', { cwd: folder });
  assert.ok(files.length > 50);
  for (const file of files) assert.match(outputOf(folder, 'php', '-l', file), /^No syntax errors/);
});

nightly('/openapi/*.txt and /skill.md: TypeScript compiles the types', (context) => {
  context.diagnostic(packageVersion('typescript'));
  const folder = testFolder(context);
  const files = ['skill.md', ...globSync('openapi/*.txt', { cwd: dist })];
  for (const [index, file] of files.entries()) {
    const types = builtText(file)
      .split('\n')
      .filter((line) => line.startsWith('type '));
    assert.ok(types.length > 2, file);
    writeFileSync(join(folder, `${index}.ts`), `${types.join('\n')}\nexport {};\n`);
  }
  const modules = files.map((_, index) => `${index}.ts`);
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  outputOf(folder, process.execPath, tsc, '--strict', '--noEmit', ...modules);
});

nightly("/postman/collection.json: Insomnia's importer reads every request", async (context) => {
  context.diagnostic(packageVersion('insomnia-importers', 'nightly'));
  const { data } = await fromTools('insomnia-importers').convert(builtText('postman/collection.json'));
  const requests = data.resources.filter(({ _type }: Node) => _type === 'request');
  assert.equal(requests.length, operations.filter(({ kind }) => kind === 'operation').length);
});
