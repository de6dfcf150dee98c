import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test, type TestContext } from 'node:test';
import type { Outcome } from '../../samples/support/run-command.ts';
import { freePort } from '../../support/free-port.ts';
import { once, startPlatform, startRelay, type Disturbance } from './platform.ts';
import { start, starters, testFolder, type Starter } from './starters.ts';

/** Runs the ten steps of a starter against a sandbox of its own. */
async function runSteps(context: TestContext, starter: Starter, disturb?: Disturbance) {
  const port = await freePort();
  const relay = starter.receives ? await startRelay(context, port) : undefined;
  const platform = await startPlatform(context, {
    ...(relay && { webhookUrl: relay.url }),
    ...(disturb && { disturb }),
  });
  const { outcome } = start(starter, starter.steps, {
    PLATFORM_URL: platform.url,
    WEBHOOK_PORT: String(port),
    DATA_DIR: testFolder(context),
  });
  return { ...platform, relay, ...(await outcome) };
}

/** Fails unless the steps 1 to 10 were printed, in order. */
function assertTenSteps({ status, output }: Outcome) {
  const steps = [...output.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  assert.deepEqual(steps, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], output);
  assert.equal(status, 0, output);
}

function respond(response: ServerResponse, status: number, headers: Record<string, string> = {}): true {
  response.writeHead(status, headers).end();
  return true;
}

/** Tests the ten steps of some starters, by their labels. */
export function testTenSteps(labels: readonly string[]): void {
  describe('Ten steps against the sandbox', { concurrency: 2 }, () => {
    for (const starter of starters.filter(({ label }) => labels.includes(label))) testSteps(starter);
  });
}

function testSteps(starter: Starter) {
  const { label, receives } = starter;

  test(`${label}: from the token to the deletion of the user`, async (context) => {
    const run = await runSteps(context, starter);
    assertTenSteps(run);
    assert.match(run.output, /30 transactions/);
    assert.match(run.output, /30 categorized transactions/);
    assert.equal(run.sandbox.state.users.size, 1, 'Only the user of the examples is left.');
    assert.equal(run.requests.filter((each) => each === 'POST /cfa/connect/token').length, 1);
    if (!receives) return;
    // The event arrives in chunks, and three times.
    assert.deepEqual(run.relay?.statuses, [200, 200, 200]);
    assert.equal(run.output.match(/Stored 30 transactions after an event/g)?.length, 1, run.output);
    assert.equal(run.output.match(/Ignored a duplicate event/g)?.length, 2, run.output);
    // Step 6, the event, and step 8.
    assert.equal(run.requests.filter((each) => each === 'GET /Transactions').length, 3);
  });

  test(`${label}: an expired token in the middle is renewed once`, async (context) => {
    const expire = once(/^GET \/Accounts/, (_, __, { state }) => void state.tokens.clear());
    const run = await runSteps(context, starter, expire);
    assertTenSteps(run);
    assert.equal(run.requests.filter((each) => each === 'POST /cfa/connect/token').length, 2);
    assert.equal(run.requests.filter((each) => each === 'GET /Accounts').length, 2);
  });

  test(`${label}: a token that is always rejected is requested twice, then the error is shown`, async (context) => {
    const run = await runSteps(context, starter, ({ url }, response) =>
      url === '/Providers' ? respond(response, 401) : undefined,
    );
    assert.notEqual(run.status, 0);
    assert.match(run.output, /GET \/Providers returned 401/);
    assert.equal(run.requests.filter((each) => each === 'GET /Providers').length, 2);
  });

  test(`${label}: GET is repeated after a 429 with Retry-After, a 503 and a lost connection`, async (context) => {
    const moments: number[] = [];
    const run = await runSteps(context, starter, ({ url, socket }, response) => {
      if (url !== '/Providers') return undefined;
      const count = moments.push(performance.now());
      if (count === 1) return respond(response, 429, { 'retry-after': '2' });
      if (count === 2) return respond(response, 503);
      if (count === 3) return Boolean(socket.destroy());
      return undefined;
    });
    assertTenSteps(run);
    assert.equal(moments.length, 4);
    assert.ok(moments[1]! - moments[0]! >= 1_990, `Retried after ${moments[1]! - moments[0]!} ms.`);
  });

  test(`${label}: POST is never repeated after a 503`, async (context) => {
    const run = await runSteps(context, starter, ({ method, url }, response) =>
      method === 'POST' && url === '/Users' ? respond(response, 503) : undefined,
    );
    assert.notEqual(run.status, 0);
    assert.match(run.output, /POST \/Users returned 503/);
    assert.equal(run.requests.filter((each) => each === 'POST /Users').length, 1);
  });

  test(`${label}: after a 429 on the seventh refresh of a day, the other steps still run`, async (context) => {
    const useUp = once(/^POST \/Consent\/[^/]+\/refresh/, ({ url }, _, { state, clock }) => {
      const consent = state.consents.get(url?.split('/')[2] ?? '');
      assert.ok(consent);
      for (let count = 1; count <= 6; count++) consent.refreshes.push(clock.now());
      return undefined;
    });
    const run = await runSteps(context, starter, useUp);
    assertTenSteps(run);
    assert.match(run.output, /returned 429/);
    assert.match(run.output, /^7\. .* later\.$/m);
    assert.equal(run.requests.filter((each) => each.endsWith('/refresh')).length, 1);
  });
}
