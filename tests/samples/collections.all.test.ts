import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { contracts } from '../../src/contract/index.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { runCommand } from './support/run-command.ts';
import { tool, toolVersions } from '../support/tools.ts';
import { startPlatform } from '../starters/support/platform.ts';
import { projectRoot } from '../support/project-copy.ts';
import { titled } from './support/guide-samples.ts';

/* The collections that readers download, with the runners of Postman and Bruno. */

withCompiledContracts();

const download = (path: string) => readFileSync(join(projectRoot, 'dist', path));

/** A folder with the downloads, unpacked. The environment of the sandbox has the URL of a running one. */
async function downloads(context: TestContext, url: string): Promise<string> {
  const here = (content: Uint8Array) =>
    Buffer.from(content).toString().replaceAll('http://127.0.0.1:4010', url);
  const folder = mkdtempSync(join(tmpdir(), 'collections-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['collection', 'sandbox-environment'])
    writeFileSync(join(folder, `${name}.json`), here(download(`postman/${name}.json`)));
  for (const { header, data } of await unpackTar(gunzipSync(download('bruno/collection.tar.gz')))) {
    const file = join(folder, header.name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, here(data ?? new Uint8Array()));
  }
  return folder;
}

/** A run of all requests: the exit code, and the names of requests and failed tests, in order. */
interface Run {
  status: number | null;
  requests: string[];
  failed: string[];
  tests: number;
}

type Runner = (folder: string) => Promise<Run>;

/** Runs the command of a page. Its package has the version that is installed here. */
async function runPrinted(title: string, folder: string, report: string) {
  const [, command = '', name = '', version, rest = ''] =
    /^(.*?)npx (\S+)@(\S+) (.*)$/s.exec(titled(title)?.code ?? '') ?? [];
  assert.equal(version, toolVersions[name], title);
  const program = tool(name === '@usebruno/cli' ? 'bru' : name);
  const script = `${command}${program} ${rest.trim()} ${report}`.replace(/(--delay\S*) 200/, '$1 60');
  return (await runCommand('bash', ['-e', '-c', script], folder)).status;
}

const newman: Runner = async (folder) => {
  const report = '--reporters json --reporter-json-export report.json';
  const status = await runPrinted('Run the collection without Postman', folder, report);
  const { executions } = (
    JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      run: { executions: { item: { name: string }; assertions?: { assertion: string; error?: object }[] }[] };
    }
  ).run;
  const assertions = executions.flatMap(({ item, assertions = [] }) =>
    assertions.map(({ error }) => ({ name: item.name, failed: error !== undefined })),
  );
  return {
    status,
    requests: executions.map(({ item }) => item.name),
    failed: assertions.filter(({ failed }) => failed).map(({ name }) => name),
    tests: assertions.length,
  };
};

const bruno: Runner = async (folder) => {
  const status = await runPrinted('Run the collection with Bruno', folder, '--reporter-json ../report.json');
  const [{ results }] = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as [
    {
      results: {
        name: string;
        testResults: { status: string }[];
        postResponseTestResults: { status: string }[];
      }[];
    },
  ];
  const assertions = results.flatMap(({ name, testResults, postResponseTestResults }) =>
    [...testResults, ...postResponseTestResults].map(({ status }) => ({ name, failed: status !== 'pass' })),
  );
  return {
    status,
    requests: results.map(({ name }) => name),
    failed: assertions.filter(({ failed }) => failed).map(({ name }) => name),
    tests: assertions.length,
  };
};

for (const [name, runner] of Object.entries({ Postman: newman, Bruno: bruno })) {
  test(`${name}: every request of the collection succeeds, and the deletions come last`, async (context) => {
    const { url, sandbox } = await startPlatform(context);
    const users = [...sandbox.state.users.keys()];
    const { status, requests, failed, tests } = await runner(await downloads(context, url));
    const operations = contracts().flatMap((contract) =>
      contract.operations.filter(({ kind }) => kind === 'operation'),
    );
    assert.deepEqual(failed, []);
    assert.equal(status, 0);
    assert.equal(requests.length, operations.length);
    assert.equal(tests, operations.length + 1, 'One test of the status each, and one of the token.');
    const deletions = operations.filter(({ method }) => method === 'delete').map(({ summary }) => summary);
    assert.deepEqual(requests.slice(-deletions.length).sort(), deletions.sort());
    assert.deepEqual([...sandbox.state.users.keys()], users, 'Only its own user is deleted.');
  });

  test(`${name}: a rejected token fails the run at every request`, async (context) => {
    const { url } = await startPlatform(context, {
      disturb: (_, response) => Boolean(response.writeHead(401).end()),
    });
    const { status, requests, failed } = await runner(await downloads(context, url));
    assert.notEqual(status, 0);
    assert.deepEqual([...new Set(failed)], requests);
  });
}
