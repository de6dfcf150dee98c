import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountsOf } from '../../src/sandbox/bank.ts';
import { CONSENT, DAY, USER } from '../sandbox/support.ts';
import { freePort } from '../support/free-port.ts';
import { projectRoot } from '../support/project-copy.ts';
import { signedIn } from './support/calls.ts';
import { once, startPlatform, type Moment } from './support/platform.ts';
import { start, starters, testFolder, type Starter } from './support/starters.ts';

/* The programs of the recipes, as readers run them from the folder of a starter. */

type Settings = Record<string, string>;

const EXTERNAL_USER = 'customer-1042';

const HOUR = DAY / 24;

/** The starters with recipes. Python runs them as modules, so that they find the files of the starter. */
const withRecipes: readonly Starter[] = starters
  .filter(({ receives }) => receives)
  .map((starter) =>
    starter.language === 'python'
      ? {
          ...starter,
          run: (name: string) => ['/usr/bin/python3', '-B', '-m', `recipes.${name.replaceAll('-', '_')}`],
        }
      : { ...starter, run: (name: string) => [process.execPath, `recipes/${name}.js`] },
  );

/** What the page of a recipe says that its program prints. */
function outputOn(page: string): string {
  const source = readFileSync(join(projectRoot, `src/content/docs/recipes/${page}.mdx`), 'utf8');
  return (
    /^```text title="Output"\n([^]*?)^```$/m.exec(source)?.[1] ?? assert.fail(`${page} shows no output.`)
  );
}

/** Runs a recipe with parameters until it ends. */
function run(starter: Starter, name: string, parameters: readonly string[], settings: Settings) {
  return startRecipe(starter, name, parameters, settings).outcome;
}

function startRecipe(
  { run, ...starter }: Starter,
  name: string,
  parameters: readonly string[],
  settings: Settings,
) {
  return start({ ...starter, run: () => [...run(name), ...parameters] as [string] }, name, settings);
}

/** Keeps a local copy fresh until it has printed something. Returns all that it has printed. */
async function keepFresh(
  context: TestContext,
  starter: Starter,
  externalUserId: string,
  settings: Settings,
  last: RegExp,
): Promise<string> {
  const { child, output, outcome } = startRecipe(starter, 'keep-fresh', [externalUserId], settings);
  context.after(() => child.kill());
  await context.waitFor(() => assert.match(output(), last), {
    interval: 20,
    timeout: 20_000,
  });
  child.kill();
  return (await outcome).output;
}

describe('Recipes against the sandbox', { concurrency: 2 }, () => {
  for (const starter of withRecipes) {
    const { label } = starter;

    test(`${label}: the income of the example is a monthly salary`, async (context) => {
      const { url } = await startPlatform(context);
      const { status, output } = await run(starter, 'check-income', [EXTERNAL_USER], { PLATFORM_URL: url });
      assert.equal(status, 0, output);
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

    test(`${label}: a view is kept fresh after a refresh, and after a restart with a renewed consent`, async (context) => {
      const port = await freePort();
      /** Before the refresh, the end user pays for a coffee. */
      const pay: Moment = [
        /^POST \/Consent\/(.+)\/refresh$/,
        ([consentId = ''], platform) => {
          const [account] = accountsOf(platform, platform.state.consents.get(consentId)!);
          return [['POST', 'transactions', { accountId: account!.id, amount: -3.8, bookDate: '2026-10-30' }]];
        },
      ];
      const { url, sandbox } = await startPlatform(context, {
        pace: 0,
        webhookUrl: `http://127.0.0.1:${port}/webhooks`,
        moments: [pay],
      });
      const call = await signedIn(url);
      await call('POST', '/Users', { externalUserId: 'customer-7' });
      const giveConsent = () =>
        call('POST', '/Consent', {
          providerKey: 'sandbox-nl',
          externalUserId: 'customer-7',
          redirectUrl: 'https://app.example.com/return',
        });
      await giveConsent();
      const settings = {
        PLATFORM_URL: url,
        DATA_DIR: testFolder(context),
        WEBHOOK_PORT: String(port),
        WEBHOOK_PATH: '/webhooks',
      };
      const expected = outputOn('keep-an-account-view-fresh');
      assert.equal(
        await keepFresh(context, starter, 'customer-7', settings, /31 transactions\.\n/),
        expected,
      );

      for (const consent of sandbox.state.consents.values()) consent.expires = Date.now() + 7 * DAY;
      await giveConsent();
      // An event that the first run hasn't completed is worked on at the same time, so lines may be in between.
      const renewed =
        /^Read 31 transactions of a new consent\.\n(.*\n)*Stored: 2 accounts, 31 transactions\.\n/m;
      const output = await keepFresh(context, starter, 'customer-7', settings, renewed);
      assert.match(output, /^The end user must renew the consent at sandbox-nl\.\n/m);
      assert.doesNotMatch(output, /Stored: (?!2 accounts, 31 transactions)/);
    });

    test(`${label}: a refresh without its event is read once its data is newer`, async (context) => {
      const { url, sandbox, count } = await startPlatform(context, { pace: 0 });
      const settings = { PLATFORM_URL: url, DATA_DIR: testFolder(context), WEBHOOK_PORT: '0' };
      const consent = sandbox.state.consents.get(CONSENT)!;
      const sentAt = Date.now() - 3 * HOUR;
      storeRefresh(starter, settings.DATA_DIR, sentAt);

      consent.refreshes = [{ at: sentAt - HOUR, done: sentAt - HOUR }];
      const older = startRecipe(starter, 'keep-fresh', [EXTERNAL_USER], settings);
      context.after(() => older.child.kill());
      await context.waitFor(() => assert.equal(count(/^GET \/Consent\//), 1), { timeout: 20_000 });
      await sleep(500);
      older.child.kill();
      assert.equal((await older.outcome).output, '');

      consent.refreshes = [{ at: sentAt + HOUR, done: sentAt + HOUR }];
      await keepFresh(context, starter, EXTERNAL_USER, settings, /^Stored: 2 accounts, 30 transactions\.\n/m);
    });

    test(`${label}: a user is removed from the platform and from the local copy`, async (context) => {
      const { url, settings } = await withLocalCopy(context, starter);
      const { status, output } = await run(starter, 'remove-user', [EXTERNAL_USER], settings);
      assert.equal(status, 0, output);
      assert.equal(output, outputOn('remove-a-user'));
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
      const proof = outputOn('remove-a-user').replace('is deleted', 'was already deleted');
      assert.equal(output, `There is no user ${EXTERNAL_USER}.\n${proof}`);
      assert.equal((await remove()).output, `There is no user ${EXTERNAL_USER}.\n`, 'It is removed once.');
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

/** Stores for a starter that it knows the consent of the example, and has requested a refresh of it. */
function storeRefresh({ language }: Starter, folder: string, sentAt: number): void {
  const job = { state: 'sent', sentAt: language === 'python' ? sentAt / 1_000 : sentAt, pause: 1 };
  const stores = { consents: { userId: USER }, refreshes: { job, requests: [] } };
  for (const [name, value] of Object.entries(stores)) {
    if (language === 'python') {
      const database = new DatabaseSync(join(folder, 'starter.db'));
      database.exec(`CREATE TABLE ${name} (key TEXT PRIMARY KEY, value TEXT NOT NULL)`);
      database.prepare(`INSERT INTO ${name} VALUES (?, ?)`).run(CONSENT, JSON.stringify(value));
      database.close();
    } else writeFileSync(join(folder, `${name}.json`), JSON.stringify({ [CONSENT]: value }));
  }
}

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
    DATA_DIR: testFolder(context),
    WEBHOOK_PORT: String(await freePort()),
    WEBHOOK_PATH: '/webhooks',
  };
  await keepFresh(context, starter, EXTERNAL_USER, settings, /^Stored: 2 accounts, 30 transactions\.\n/m);
  return { url, settings };
}
