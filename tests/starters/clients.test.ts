import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test, type TestContext } from 'node:test';
import { freePort } from '../../src/sandbox/grade/free-port.ts';
import { startDriver } from './support/driver.ts';
import { startPlatform } from './support/platform.ts';
import { compileStarters, quickstart, settingsFor, start, testedStarters } from './support/starters.ts';
import { testFolder } from '../support/test-folder.ts';

/* Tests how programs protect their secret, and what they print if no platform responds. */

const TOKEN = 'POST /cfa/connect/token';

/** Maps the start of a request, such as `GET /Providers`, to the platform's response. */
type Otherwise = [request: string, status: number, headers: Record<string, string>, body?: string];

const platformThat = (context: TestContext, ...[request, status, headers, body]: Otherwise) =>
  startPlatform(context, {
    disturb: ({ method, url }, response) =>
      `${method} ${url}`.startsWith(request) && response.writeHead(status, headers).end(body),
  });

/** Each program's first GET after it has a token, and how many times it sends one that fails with a transient error. */
const programs = [
  ...testedStarters.map((starter) => ({ ...starter, get: 'GET /Providers', attempts: 4 })),
  { ...quickstart, get: 'GET /Consent/', attempts: 1 },
];

// With more programs at once on a busy machine, this process would respond too late.
describe('Clients against misbehaving servers', { concurrency: 4 }, () => {
  before(() => compileStarters());
  for (const program of programs) {
    const { label, get, attempts } = program;
    const fails = async (context: TestContext, url: string, error: RegExp) => {
      const settings = await settingsFor(context, url);
      const { status, output } = await start(program, program.steps, settings).outcome;
      assert.notEqual(status, 0, output);
      assert.match(output, error);
      assert.doesNotMatch(output, /^\s+at |Traceback|Stack trace/m);
      return output;
    };
    /** A pattern for a message's start: the method and the whole URL. */
    const named = (request: string, url: string) => request.replace(' ', ` ${url}`) + String.raw`\S*`;

    for (const [request, status] of Object.entries({ [TOKEN]: 307, [get]: 302, 'POST /Users': 308 }))
      test(`${label} doesn't follow ${status} to ${request}`, async (context) => {
        const other = await startPlatform(context);
        const location = other.url.replace('127.0.0.1', 'localhost') + request.split(' ')[1]!;
        const { url, count } = await platformThat(context, request, status, { location });
        await fails(context, url, new RegExp(`${named(request, url)} returned ${status}`));
        assert.deepEqual(other.requests, []);
        assert.equal(count(new RegExp(`^${request}`)), 1);
      });

    test(`${label} sends nothing over http:// to another host`, async (context) => {
      const { url, requests } = await startPlatform(context);
      // Systems route 0.0.0.0 to this machine, so this server would receive a request.
      for (const host of ['0.0.0.0', 'localhost@0.0.0.0', '127.0.0.1:1@0.0.0.0', '127.0.0.1.example.com'])
        await fails(context, url.replace('127.0.0.1', host), /PLATFORM_URL must start with https:\/\//);
      assert.deepEqual(requests, []);
    });

    test(`${label} retries a GET whose response isn't JSON, and its error includes the request`, async (context) => {
      for (const [request, times, body, shown] of [
        [get, attempts, '<html>Sign in', ': <html>Sign in'],
        ['POST /Users', 1, '<html>Sign in', ': <html>Sign in'],
        ['POST /Users', 1, '', String.raw`\.`],
      ] as const) {
        const { url, count } = await platformThat(context, request, 200, {}, body);
        const error = `${named(request, url)} returned 200, but its body isn't JSON${shown}`;
        await fails(context, url, new RegExp(error));
        assert.equal(count(new RegExp(`^${request}`)), times);
      }
    });

    test(`${label} keeps a truncated token response out of its error`, async (context) => {
      const { url } = await platformThat(context, TOKEN, 200, {}, '{ "accessToken": "secret-token", "exp');
      const output = await fails(context, url, new RegExp(`${named(TOKEN, url)} .*its body isn't JSON\\.`));
      assert.doesNotMatch(output, /secret-token/);
    });

    test(`${label} includes the host in its error when a connection is refused`, async (context) => {
      const url = `http://127.0.0.1:${await freePort()}`;
      await fails(context, url, new RegExp(`${named(TOKEN, url)} failed: .*(refused|connect)`, 'i'));
    });
  }
  for (const [status, advice] of [
    [403, /returned 403.* Check the program's (arguments|settings)\.$/m],
    [429, /returned 429.* Run the program again later\.$/m],
  ] as const)
    for (const starter of testedStarters)
      test(`${starter.label} prints what to do after a ${status}`, async (context) => {
        // A date that has passed asks for no pause.
        const headers = { 'retry-after': 'Mon, 02 Nov 2020 09:00:00 GMT' };
        const { url } = await platformThat(context, 'POST /Users', status, headers);
        const settings = await settingsFor(context, url);
        const { output } = await start(starter, starter.steps, settings).outcome;
        assert.match(output, advice);
      });
  for (const starter of testedStarters)
    test(`${starter.label} retries a GET or a PUT, leaves other methods to the caller, and recovers from a token that is null`, async (context) => {
      let token = 'null';
      const { url, count } = await startPlatform(context, {
        disturb: ({ url }, response) => {
          if (url !== '/cfa/connect/token') return response.writeHead(503).end();
          response.end(token);
          token = '{ "accessToken": "token" }';
          return true;
        },
      });
      const methods = ['GET', 'PUT', 'POST', 'DELETE'];
      const database = join(testFolder(context), 'bank.db');
      const shared = { url, database, userId: 'user', consentId: 'consent', now: new Date() };
      const driver = startDriver(context, starter);
      for (const method of ['GET', ...methods]) await driver.send({ ...shared, method });
      const counts = methods.map((method) => count(new RegExp(`^${method} /Consent/`)));
      assert.deepEqual(counts, [4, 4, 1, 1]);
    });
});
