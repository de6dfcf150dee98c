import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { contracts } from '../../src/contract/index.ts';
import { lookupFor, type OperationId } from '../../src/contract/lookup.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { environment, projectRoot } from '../support/project-copy.ts';

withCompiledContracts();

/** A request that the program sent. */
interface Sent {
  id: string;
  authorization: string | undefined;
  body: string;
  query: URLSearchParams;
}

/** A platform that returns the examples of the contracts. The consent takes the statuses one after the other. */
class Platform {
  readonly sent: Sent[] = [];
  readonly #statuses: unknown[];
  readonly #server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    const id = operationAt(request, url.pathname);
    const { authorization } = request.headers;
    this.sent.push({ id, authorization, body: await text(request), query: url.searchParams });
    const body = this.#bodyOf(id, url.searchParams);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  });

  constructor(statuses: unknown[]) {
    this.#statuses = statuses;
  }

  #bodyOf(id: string, query: URLSearchParams): unknown {
    const example = (of: OperationId, name?: string) => lookupFor('a test').example(of, '200', name).value;
    if (id === 'getConsent') return { ...(example(id) as object), status: this.#statuses.shift() };
    if (id === 'listTransactions') return example(id, query.has('PageToken') ? 'lastPage' : 'firstPage');
    return example(id as OperationId);
  }

  /** Runs the program against this platform. */
  async run(variables: NodeJS.ProcessEnv = {}): Promise<{ status: number | null; output: string }> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    const { port } = this.#server.address() as AddressInfo;
    try {
      const child = spawn(process.execPath, [join(projectRoot, 'public/programs/quickstart.mjs')], {
        env: {
          ...environment,
          PLATFORM_URL: `http://127.0.0.1:${port}`,
          CLIENT_ID: 'app',
          CLIENT_SECRET: 'secret',
          PROVIDER_KEY: 'sandbox',
          ...variables,
        },
      });
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      const [status, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
      return { status, output: output + errors };
    } finally {
      this.#server.close();
    }
  }
}

/** The operation of the contracts that a request calls. */
function operationAt({ method }: IncomingMessage, pathname: string): string {
  const operation = contracts()
    .flatMap(({ server, operations }) =>
      operations.map((each) => ({ ...each, full: new URL(server).pathname.replace(/\/$/, '') + each.path })),
    )
    .filter((each) => each.method === method!.toLowerCase())
    .find(({ full }) => new RegExp(`^${full.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname));
  assert.ok(operation, `No contract has ${method} ${pathname}.`);
  return operation.id;
}

test('The program of the quickstart gets from client credentials to the last transaction', async () => {
  const platform = new Platform([0, 'UPDATED']);
  const { status, output } = await platform.run();
  assert.equal(status, 0, output);
  assert.deepEqual(
    platform.sent.map(({ id }) => id),
    [
      'createAccessToken',
      'createUser',
      'createConsent',
      'getConsent',
      'getConsent',
      'listAccounts',
      'listTransactions',
      'listTransactions',
    ],
  );
  assert.match(output, /Read \d+ transactions\./);
  const { accessToken } = lookupFor('a test').example('createAccessToken', '200').value as {
    accessToken: string;
  };
  for (const { id, authorization } of platform.sent.slice(1)) {
    assert.equal(authorization, `Bearer ${accessToken}`, id);
  }
});

test('It carries the user, the consent and the page token from one request to the next', async () => {
  const platform = new Platform([4]);
  await platform.run({ EXTERNAL_USER_ID: 'customer-9' });
  const find = (id: string) => platform.sent.filter((each) => each.id === id);
  const { consentId } = lookupFor('a test').example('createConsent', '200').value as { consentId: string };
  assert.equal(JSON.parse(find('createUser')[0]!.body).externalUserId, 'customer-9');
  assert.equal(JSON.parse(find('createConsent')[0]!.body).externalUserId, 'customer-9');
  for (const id of ['listAccounts', 'listTransactions'])
    assert.equal(find(id)[0]!.query.get('ConsentId'), consentId);
  const { nextPageToken } = lookupFor('a test').example('listTransactions', '200', 'firstPage').value as {
    nextPageToken: string;
  };
  assert.equal(find('listTransactions')[1]!.query.get('PageToken'), nextPageToken);
});

test('It keeps polling at 2 and 6, and requests no refresh', async () => {
  const platform = new Platform([2, 2, 6, 4]);
  const { status, output } = await platform.run();
  assert.equal(status, 0, output);
  assert.equal(platform.sent.filter(({ id }) => id === 'getConsent').length, 4);
  assert.ok(platform.sent.every(({ id }) => id !== 'refreshConsent'));
});

test('It stops with the errors of a consent at 5, 7 or 8', async () => {
  const { status, output } = await new Platform([7]).run();
  assert.notEqual(status, 0);
  assert.match(output, /The consent stopped at 7/);
});

test('Without a provider it lists the providers to choose from', async () => {
  const { output } = await new Platform([]).run({ PROVIDER_KEY: '' });
  const [first] = lookupFor('a test').example('listProviders', '200').value as { providerKey: string }[];
  assert.ok(output.includes(first!.providerKey), output);
});
