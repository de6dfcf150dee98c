import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { contracts } from '../../src/contract/index.ts';
import { runCommand } from './support/run-command.ts';
import { flows } from '../support/flows.ts';
import { fromTools, tool, toolVersions } from '../support/tools.ts';
import { startPlatform } from '../starters/support/platform.ts';
import { testFolder } from '../support/test-folder.ts';
import { projectRoot } from '../support/project-copy.ts';
import { titled } from './support/pages.ts';

/* Runs the downloadable collection and flows as their pages say, and imports the collection with Bruno's own converter. */

const operations = () =>
  contracts().flatMap((contract) => contract.operations.filter(({ kind }) => kind === 'operation'));

const download = (name: string) => readFileSync(join(projectRoot, `dist/postman/${name}.json`), 'utf8');

/** A request in newman's report, with its tests. */
interface Execution {
  item: { name: string };
  assertions?: { error?: object }[];
}

/** Runs all requests. Returns the exit code, and the names of requests and failed tests in order. */
async function run(context: TestContext, url: string) {
  const folder = testFolder(context);
  for (const name of ['collection', 'sandbox-environment'])
    writeFileSync(join(folder, `${name}.json`), download(name).replaceAll('http://127.0.0.1:4010', url));
  const title = 'Run the collection without Postman';
  const [, version, parameters = ''] = /^npx newman@(\S+) (.*)$/s.exec(titled(title)?.code ?? '') ?? [];
  assert.equal(version, toolVersions['newman'], title);
  const report = '--reporters json --reporter-json-export report.json';
  const script = `${tool('newman')} ${parameters.trim()} ${report}`.replace(/(--delay\S*) 200/, '$1 60');
  const { status } = await runCommand('bash', ['-e', '-c', script], folder);
  const { executions }: { executions: Execution[] } = JSON.parse(
    readFileSync(join(folder, 'report.json'), 'utf8'),
  ).run;
  const tests = executions.flatMap(({ item: { name }, assertions = [] }) =>
    assertions.map(({ error }) => ({ name, error })),
  );
  const failed = tests.filter(({ error }) => error).map(({ name }) => name);
  return { status, requests: executions.map(({ item }) => item.name), failed, tests: tests.length };
}

test('Every request in the collection succeeds, and deletions come last', async (context) => {
  const { url, sandbox } = await startPlatform(context);
  const users = [...sandbox.state.users.keys()];
  const { status, requests, failed, tests } = await run(context, url);
  assert.deepEqual(failed, []);
  assert.equal(status, 0);
  assert.equal(requests.length, operations().length);
  assert.equal(tests, operations().length, 'Expected one test per request.');
  const deletions = operations().filter(({ method }) => method === 'delete');
  assert.deepEqual(requests.slice(-deletions.length).sort(), deletions.map(({ summary }) => summary).sort());
  assert.deepEqual([...sandbox.state.users.keys()], users, 'The collection must delete only its own user.');
});

test('A rejected token fails the run at every request', async (context) => {
  const { url, control } = await startPlatform(context);
  await control('POST', 'faults', { status: 401, times: 'always' });
  const { status, requests, failed } = await run(context, url);
  assert.notEqual(status, 0);
  assert.deepEqual([...new Set(failed)], requests);
});

test('Bruno imports every request of the collection, with its test, and the environment', async () => {
  const bruno = fromTools('@usebruno/converters');
  const imported = JSON.stringify(await bruno.postmanToBruno(JSON.parse(download('collection'))));
  for (const { summary } of operations()) assert.ok(imported.includes(`"name":"${summary}"`), summary);
  assert.equal(imported.match(/expect\(res\.getStatus\(\)\)/g)?.length, operations().length);
  assert.doesNotMatch(imported, /\bpm\./);
  const environment = bruno.postmanToBrunoEnvironment(JSON.parse(download('sandbox-environment')));
  assert.match(JSON.stringify(environment), /"baseUrl","value":"http:\/\/127\.0\.0\.1:4010"/);
});

test("The page's command runs all flows with Redocly", async (context) => {
  const { url, requests } = await startPlatform(context);
  const folder = testFolder(context);
  for (const path of ['flows', 'platform.yaml'])
    cpSync(join(projectRoot, 'dist/openapi', path), join(folder, path), { recursive: true });
  const command = titled('Run the flows')?.code ?? '';
  const shown = `npx @redocly/cli@${toolVersions['@redocly/cli']} `;
  assert.ok(command.startsWith(shown), command);
  const here = command.replace(shown, `${tool('redocly')} `).replace('http://127.0.0.1:4010', url);
  const settings = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = (code: string) => runCommand('bash', ['-c', code], folder, settings);
  const wrong = await run(here.replace('example-secret', 'wrong'));
  assert.equal(wrong.status, 1, wrong.output);
  requests.length = 0;
  const { status, output } = await run(here);
  assert.equal(status, 0, output);
  assert.equal(requests.filter((each) => each === 'POST /cfa/connect/token').length, flows().length);
});
