import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, test, type TestContext } from 'node:test';
import { join } from 'node:path';
import { projectRoot } from '../support/project-copy.ts';
import { freePort } from '../support/free-port.ts';
import { compileStarters, start, testedStarters, testFolder } from './support/starters.ts';

/* How programs keep their secret, and what they say when no platform responds. */

interface Response {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** What the platform responds. Without it, each request succeeds. */
type Responses = Readonly<Record<string, Response>>;

interface Program {
  label: string;
  /** Its first GET after the token. */
  get: string;
  /** How often it sends a GET that fails for a moment. */
  attempts: number;
  run: (context: TestContext, url: string) => Promise<{ status: number | null; output: string }>;
}

const json = (body: object): Response => ({ status: 200, body: JSON.stringify(body) });
const id = 'c0ffee00-0000-4000-8000-000000000000';
const TOKEN = 'POST /cfa/connect/token';
const successes: Responses = {
  [TOKEN]: json({ accessToken: 'token', tokenType: 'bearer', expiresIn: 3600 }),
  'GET /Providers': json([{ providerKey: 'sandbox-nl', name: 'Sandbox', countryCode: 'NL' }]),
  'POST /Users': json({ id, externalUserId: 'customer' }),
  'POST /Consent': json({ consentId: id, consentUrl: 'https://consent.example.com/' }),
};
const page: Response = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in' };

/** A server that ends with the test, its port, and the requests that it got. */
async function listen(context: TestContext, respond: (request: string) => Response) {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    request.resume();
    const line = `${request.method} ${request.url?.split('?')[0]}`;
    requests.push(line);
    const { status, headers = { 'content-type': 'application/json' }, body } = respond(line);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { requests, port: (server.address() as AddressInfo).port };
}

const startPlatform = (context: TestContext, responses: Responses) =>
  listen(context, (line) => responses[line] ?? successes[line] ?? { status: 404, body: '{}' });

const programs: readonly Program[] = [
  ...testedStarters.map((starter) => ({
    label: starter.label,
    get: '/Providers',
    attempts: 4,
    run: (context: TestContext, url: string) =>
      start(starter, starter.steps, {
        PLATFORM_URL: url,
        DATA_DIR: testFolder(context),
        PROVIDER_KEY: 'sandbox-nl',
        WEBHOOK_PORT: '0',
      }).outcome,
  })),
  {
    label: 'The quickstart',
    get: `/Consent/${id}`,
    attempts: 1,
    run: (_, url) =>
      start(
        { folder: projectRoot, run: (program) => [process.execPath, program] },
        join(projectRoot, 'public/programs/quickstart.mjs'),
        { PLATFORM_URL: url, PROVIDER_KEY: 'sandbox-nl' },
      ).outcome,
  },
];

describe('Clients against what is no platform', { concurrency: 8 }, () => {
  before(() => compileStarters());
  for (const { label, get, attempts, run } of programs) {
    const redirects = { [TOKEN]: 307, [`GET ${get}`]: 302, 'POST /Users': 308 };
    for (const [request, status] of Object.entries(redirects)) {
      test(`${label} doesn't follow ${status} to ${request}`, async (context) => {
        const other = await listen(context, (line) => successes[line] ?? { status: 404 });
        const headers = { location: `http://localhost:${other.port}${request.split(' ')[1]}` };
        const platform = await startPlatform(context, { [request]: { status, headers } });
        const { status: exit, output } = await run(context, `http://127.0.0.1:${platform.port}`);
        assert.notEqual(exit, 0, output);
        assert.match(output, new RegExp(`${request.replace(' ', String.raw` \S*`)} returned ${status}`));
        assert.deepEqual(other.requests, []);
        assert.equal(platform.requests.filter((line) => line === request).length, 1, output);
      });
    }

    test(`${label} sends nothing over http:// to another host`, async (context) => {
      const platform = await startPlatform(context, {});
      // Systems connect to this machine for 0.0.0.0, so that it would get a request.
      for (const host of ['0.0.0.0', 'localhost@0.0.0.0', '127.0.0.1:1@0.0.0.0']) {
        const { status, output } = await run(context, `http://${host}:${platform.port}`);
        assert.notEqual(status, 0, output);
        assert.match(output, /PLATFORM_URL must start with https:\/\//);
      }
      for (const url of ['http://127.0.0.1.example.com', 'http://notlocalhost', 'ftp://localhost']) {
        assert.match((await run(context, url)).output, /PLATFORM_URL must start with https:\/\//, url);
      }
      assert.deepEqual(platform.requests, []);
    });

    test(`${label} retries a GET whose response isn't JSON, and its error has the request`, async (context) => {
      for (const [request, count] of [
        [`GET ${get}`, attempts],
        ['POST /Users', 1],
      ] as const) {
        const platform = await startPlatform(context, { [request]: page });
        const url = `http://127.0.0.1:${platform.port}`;
        const { status, output } = await run(context, url);
        assert.notEqual(status, 0, output);
        const named = request.replace(' ', ` ${url}`);
        assert.ok(output.includes(`${named} returned 200, but its body isn't JSON: <html>Sign in`), output);
        assert.equal(platform.requests.filter((line) => line === request).length, count, output);
      }
    });

    test(`${label} has the host in its error when a connection is refused`, async (context) => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const { status, output } = await run(context, url);
      assert.notEqual(status, 0, output);
      assert.match(output, new RegExp(`${TOKEN.replace(' ', ` ${url}`)} failed: .*(refused|connect)`, 'i'));
    });
  }
});
