import assert from 'node:assert/strict';
import { before, describe, test, type TestContext } from 'node:test';
import { freePort } from '../../support/free-port.ts';
import { rows, type Row } from './fault-table.ts';
import { startPlatform } from './platform.ts';
import { compileStarters, start, starters, testFolder, type Starter } from './starters.ts';

/** Tests the eleven steps of some starters, by their labels, with each fault that the sandbox can make. */
export function testFaults(labels: readonly string[]): void {
  describe('Eleven steps against the sandbox', { concurrency: 3 }, () => {
    // Now, because the compiler blocks this process and with it the sandbox.
    before(() => compileStarters(labels));
    for (const starter of starters.filter(({ label }) => labels.includes(label))) {
      for (const row of rows) {
        if (row.needsReceiver && !starter.receives) continue;
        test(`${starter.label} meets ${row.fault}`, (context) => run(context, starter, row));
      }
    }
  });
}

async function run(context: TestContext, starter: Starter, row: Row) {
  const port = await freePort();
  const { moments = [], provider = 'sandbox-nl', eventWait = '40' } = row;
  const platform = await startPlatform(context, {
    moments,
    pace: 0,
    ...(starter.receives && { webhookUrl: `http://127.0.0.1:${port}/webhooks` }),
  });
  for (const call of row.before ?? []) await platform.control(...call);
  const { status, output } = await start(starter, starter.steps, {
    PLATFORM_URL: platform.url,
    WEBHOOK_PORT: String(port),
    WEBHOOK_PATH: '/webhooks',
    DATA_DIR: testFolder(context),
    PROVIDER_KEY: provider,
    EVENT_WAIT: eventWait,
  }).outcome;

  const steps = [...output.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  assert.deepEqual(
    steps,
    steps.map((_, index) => index + 1),
    output,
  );
  if (row.error) {
    assert.notEqual(status, 0, output);
    assert.match(output, row.error);
    assert.ok(steps.length < 11);
  } else {
    assert.equal(status, 0, output);
    assert.match(output, /^9\. Stored 30 categorized transactions\.$/m);
    assert.match(output, /^11\. Deleted the user\.$/m);
    assert.equal(platform.sandbox.state.users.size, 1, 'Only the user of the examples is left.');
  }
  // A forged event names another consent.
  const consents = new Set(platform.requests.filter((line) => /^GET \/Consent\/[^/]+$/.test(line)));
  assert.ok(consents.size <= 1, [...consents].join('\n'));
  for (const pattern of row.prints ?? []) assert.match(output, pattern);
  for (const [line, count] of Object.entries(row.requests ?? {})) {
    const pattern = new RegExp(`^${line.replace('{}', '[^/]+')}$`);
    assert.equal(platform.count(pattern), count, `${line}\n${output}`);
  }
  if (row.pause) {
    const [first = 0, second = 0] = platform.times.filter(
      (_, index) => platform.requests[index] === row.pause?.[0],
    );
    assert.ok(second - first >= row.pause[1], `Retried after ${second - first} ms.`);
  }
}
