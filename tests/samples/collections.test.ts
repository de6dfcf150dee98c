import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { contracts } from '../../src/contract/index.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { run } from '../generators/recipe.ts';
import { credentials, startPlatform } from '../starters/support/platform.ts';
import { projectRoot } from '../support/project-copy.ts';

/* The collections that readers download, with the runners of Postman and Bruno. */

withCompiledContracts();

const download = (path: string) => readFileSync(join(projectRoot, 'dist', path));
const tool = (name: string) => join(projectRoot, 'node_modules/.bin', name);

/** A folder with the downloads, unpacked. */
async function downloads(context: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'collections-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['collection', 'environment'])
    writeFileSync(join(folder, `${name}.json`), download(`postman/${name}.json`));
  for (const { header, data } of await unpackTar(gunzipSync(download('bruno/collection.tar.gz')))) {
    const file = join(folder, header.name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data ?? '');
  }
  return folder;
}

/** A run of all requests: the exit code, and the names of requests and failed tests, in order. */
interface Run {
  status: number;
  requests: string[];
  failed: string[];
  tests: number;
}

type Runner = (folder: string, settings: Record<string, string>) => Promise<Run>;

const variables = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);

const newman: Runner = async (folder, settings) => {
  const report = ['--reporters', 'json', '--reporter-json-export', 'report.json'];
  const parameters = ['run', 'collection.json', '--environment', 'environment.json', '--delay-request', '60'];
  const { status } = await run(tool('newman'), [...parameters, ...report, ...variables(settings)], folder);
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

const bruno: Runner = async (folder, settings) => {
  const report = ['--reporter-json', '../report.json'];
  const parameters = ['run', '-r', '--env', 'Platform', '--delay', '60', ...report, ...variables(settings)];
  const { status } = await run(tool('bru'), parameters, join(folder, 'bruno-collection'));
  const [{ results }] = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as [
    { results: { name: string; testResults: { status: string }[]; postResponseTestResults: { status: string }[] }[] },
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
    const { url, sandbox } = await startPlatform(context, { story: false });
    const settings = {
      clientId: credentials.CLIENT_ID,
      clientSecret: credentials.CLIENT_SECRET,
      baseUrl: url,
      tokenUrl: `${url}/cfa/connect/token`,
    };
    const { status, requests, failed, tests } = await runner(await downloads(context), settings);
    const operations = contracts().flatMap((contract) =>
      contract.operations.filter(({ kind }) => kind === 'operation'),
    );
    assert.deepEqual(failed, []);
    assert.equal(status, 0);
    assert.equal(requests.length, operations.length);
    assert.equal(tests, operations.length + 1, 'One test of the status each, and one of the token.');
    const deletions = operations.filter(({ method }) => method === 'delete').map(({ summary }) => summary);
    assert.deepEqual(requests.slice(-deletions.length).sort(), deletions.sort());
    assert.equal(sandbox.state.users.size, 0);
  });

  test(`${name}: a rejected token fails the run at every request`, async (context) => {
    const { url } = await startPlatform(context, {
      disturb: (_, response) => Boolean(response.writeHead(401).end()),
    });
    const settings = { baseUrl: url, tokenUrl: `${url}/cfa/connect/token` };
    const { status, requests, failed } = await runner(await downloads(context), settings);
    assert.notEqual(status, 0);
    assert.deepEqual([...new Set(failed)], requests);
  });
}
