import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { CONSENT, USER } from '../sandbox/support.ts';
import { freePort } from '../support/free-port.ts';
import { signedIn } from './support/calls.ts';
import { once, startPlatform } from './support/platform.ts';
import { databaseIn } from './support/receivers.ts';
import { EXTERNAL_USER, giveConsent, keepFresh, outputOn, run, withRecipes } from './support/recipes.ts';
import { testFolder, type Starter } from './support/starters.ts';

describe('Recipes against the sandbox', { concurrency: 2 }, () => {
  for (const starter of withRecipes) {
    const { label } = starter;

    test(`${label}: the income of the example is a monthly salary`, async (context) => {
      const { url } = await startPlatform(context);
      const { status, output } = await run(starter, 'check-income', [EXTERNAL_USER], { PLATFORM_URL: url });
      assert.equal(status, 0, output);
      assert.equal(output, outputOn('check-an-income'));
    });

    test(`${label}: an income counts once, though a renewed consent reports it too`, async (context) => {
      const { url, sandbox } = await startPlatform(context, { pace: 0 });
      await giveConsent(await signedIn(url), EXTERNAL_USER);
      const call = await signedIn(url);
      const { incomeSequences } = await call('GET', `/Sequencing?ExternalUserId=${EXTERNAL_USER}`);
      assert.equal((incomeSequences as unknown[]).length, 2);
      const at = Date.parse('2026-10-30');
      for (const consent of sandbox.state.consents.values()) {
        consent.decision = { at, given: true };
        consent.refreshes = [];
      }
      const { output } = await run(starter, 'check-income', [EXTERNAL_USER], { PLATFORM_URL: url });
      assert.equal(output, outputOn('check-an-income'));
    });

    test(`${label}: an income whose latest payment is missing doesn't count`, async (context) => {
      const { url, sandbox } = await startPlatform(context);
      const at = Date.parse('2026-12-15');
      sandbox.clock.forward(Math.max(at - Date.now(), 0));
      sandbox.state.consents.get(CONSENT)!.refreshes.push({ at, done: at });
      const { output } = await run(starter, 'check-income', [EXTERNAL_USER], { PLATFORM_URL: url });
      assert.match(output, /the next payment is missing\nNo regular income\n$/);
    });

    test(`${label}: the spending of a month is summed by category, without transfers to savings`, async (context) => {
      const { url, count } = await startPlatform(context, { pace: 0 });
      const spending = (engine: string[]) =>
        run(starter, 'categorize-month', [CONSENT, '2026-10', ...engine], { PLATFORM_URL: url });
      assert.equal((await spending([])).output, outputOn('categorize-a-month'));
      const { status, output } = await spending(['z1']);
      assert.equal(status, 0, output);
      assert.match(output, /^Spending in 2026-10, by z1\n +1150\.00 EUR Living\n( +[\d.]+ EUR \w+\n){2}$/);
      assert.equal(count(/^POST \/v2\/categorization-jobs$/), 2);
    });

    test(`${label}: a user is removed from the platform and from the local copy`, async (context) => {
      const { url, settings } = await withLocalCopy(context, starter);
      const { status, output } = await run(starter, 'remove-user', [EXTERNAL_USER], settings);
      assert.equal(status, 0, output);
      assert.equal(output, outputOn('remove-a-user'));
      const database = databaseIn(settings.DATA_DIR);
      context.after(() => database.close());
      const rows = (table: string) => database.prepare(`SELECT * FROM ${table}`).all();
      const empty = ['consents', 'accounts', 'transactions', 'refreshes', 'refresh_requests', 'inbox'];
      assert.deepEqual(empty.flatMap(rows), []);
      const [user] = rows('users');
      assert.ok(user?.['removal_completed']);
      const call = await signedIn(url);
      await assert.rejects(call('GET', `/Users/${EXTERNAL_USER}`), /404/);
    });

    test(`${label}: a removal whose response was lost is completed by the next run`, async (context) => {
      const { settings } = await withLocalCopy(context, starter, {
        disturb: once(/^DELETE \/Users/, ({ socket }, response) => {
          response.end = (() => socket.destroy()) as unknown as typeof response.end;
          return undefined;
        }),
      });
      const remove = () => run(starter, 'remove-user', [EXTERNAL_USER], settings);
      const lost = await remove();
      assert.notEqual(lost.status, 0, lost.output);
      const { status, output } = await remove();
      assert.equal(status, 0, output);
      const proof = outputOn('remove-a-user')
        .replace(/^Analysis job .*\n/m, '')
        .replace('is deleted', 'was already deleted');
      assert.equal(output, `There is no user ${EXTERNAL_USER}.\n${proof}`);
      assert.equal((await remove()).output, `There is no user ${EXTERNAL_USER}.\n`, 'It is removed once.');
    });

    test(`${label}: a job in execution isn't deleted with the user, and the program says so`, async (context) => {
      const { url, settings } = await withLocalCopy(context, starter, { pace: 60_000 });
      const call = await signedIn(url);
      const job = await call('POST', '/analysis-jobs', {
        reference: 'late',
        input: { consentIds: [CONSENT] },
      });
      const { status, output } = await run(starter, 'remove-user', [EXTERNAL_USER], settings);
      assert.equal(status, 0, output);
      assert.match(output, new RegExp(`^Analysis job ${String(job['id'])} has the status PENDING`, 'm'));
    });

    test(`${label}: nobody else can read what is stored`, async (context) => {
      const { settings } = await withLocalCopy(context, starter);
      const files = readdirSync(settings.DATA_DIR).map((file) => join(settings.DATA_DIR, file));
      for (const path of [settings.DATA_DIR, ...files]) assert.equal(statSync(path).mode & 0o077, 0, path);
    });

    test(`${label}: each recipe stops with an error when the credentials are wrong`, async (context) => {
      const { url } = await startPlatform(context);
      const settings = { PLATFORM_URL: url, DATA_DIR: testFolder(context), CLIENT_SECRET: 'wrong' };
      const recipes = {
        'check-income': [EXTERNAL_USER],
        'categorize-month': [CONSENT, '2026-10'],
        'keep-fresh': [EXTERNAL_USER],
        'remove-user': [EXTERNAL_USER],
      };
      for (const [name, parameters] of Object.entries(recipes)) {
        const { status, output } = await run(starter, name, parameters, settings);
        assert.notEqual(status, 0, `${name}: ${output}`);
        assert.match(output, /\b401\b/, name);
      }
    });
  }
});

/** A sandbox, and settings with a folder that has a copy of the data of its user. */
async function withLocalCopy(
  context: TestContext,
  starter: Starter,
  options: Parameters<typeof startPlatform>[1] = {},
) {
  const { url, sandbox } = await startPlatform(context, { pace: 0, ...options });
  assert.ok(sandbox.state.users.has(USER));
  const settings = {
    PLATFORM_URL: url,
    DATA_DIR: join(testFolder(context), 'data'),
    WEBHOOK_PORT: String(await freePort()),
    WEBHOOK_PATH: '/webhooks',
  };
  await keepFresh(context, starter, EXTERNAL_USER, settings, /^Stored: 2 accounts, 30 transactions\.\n/m);
  return { url, settings };
}
