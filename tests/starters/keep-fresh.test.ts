import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountsOf } from '../../src/sandbox/bank.ts';
import { CONSENT, DAY, USER } from '../sandbox/support.ts';
import { freePort } from '../support/free-port.ts';
import { projectRoot } from '../support/project-copy.ts';
import { signedIn } from './support/calls.ts';
import { startPlatform, type Moment } from './support/platform.ts';
import { databaseIn } from './support/receivers.ts';
import {
  EXTERNAL_USER,
  giveConsent,
  keepFresh,
  outputOn,
  startRecipe,
  withRecipes,
} from './support/recipes.ts';
import { testFolder } from './support/starters.ts';

const HOUR = DAY / 24;

describe('The recipe that keeps a copy fresh', { concurrency: 2 }, () => {
  for (const starter of withRecipes) {
    const { label } = starter;

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
      const old = await giveConsent(call, 'customer-7');
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

      for (const consent of sandbox.state.consents.values()) {
        consent.requested -= DAY;
        consent.expires = Date.now() + 7 * DAY;
      }
      const renewed = await giveConsent(call, 'customer-7');
      const output = await keepFresh(context, starter, 'customer-7', settings, /^Deleted the consent .*\n/m);
      assert.match(output, /^The end user must renew the consent at sandbox-nl\.\n/m);
      assert.match(
        output,
        /^Read 31 transactions: 0 new, 31 changed, 0 removed\.\nStored: 2 accounts, 31 transactions\.\n/m,
      );
      assert.doesNotMatch(output, /Stored: (?!2 accounts, 31 transactions)/);
      assert.ok(!sandbox.state.consents.has(old));
      assert.ok(sandbox.state.consents.has(renewed));
    });

    test(`${label}: a consent that is failing waits for a day, one that has ended is dropped`, async (context) => {
      const port = await freePort();
      const { url, control } = await startPlatform(context, {
        pace: 0,
        webhookUrl: `http://127.0.0.1:${port}/webhooks`,
      });
      const healthy = await giveConsent(await signedIn(url), EXTERNAL_USER, 'BE');
      const folder = testFolder(context);
      const settings = {
        ...{ PLATFORM_URL: url, DATA_DIR: folder, WEBHOOK_PORT: String(port), WEBHOOK_PATH: '/webhooks' },
      };
      const { child, output } = startRecipe(starter, 'keep-fresh', [EXTERNAL_USER], settings);
      context.after(() => child.kill());
      const until = (check: () => void) => context.waitFor(check, { interval: 20, timeout: 20_000 });
      // Two first reads and two refreshes.
      await until(() => assert.ok(output().split('Stored: ').length > 4, output()));

      await control('PUT', `consents/${CONSENT}/status`, { status: 6 });
      await control('POST', 'events', { consentId: CONSENT });
      await until(() => assert.match(output(), new RegExp(`${CONSENT} failed: .*failing`)));
      await control('POST', 'events', { consentId: healthy });
      await until(() => assert.match(output(), new RegExp(`Ignored an event of consent ${healthy}`)));
      const database = databaseIn(folder);
      context.after(() => database.close());
      const inbox = () => database.prepare('SELECT consent_id FROM inbox').all();
      await until(() =>
        assert.deepEqual(
          inbox().map((row) => row['consent_id']),
          [CONSENT],
        ),
      );

      await control('PUT', `consents/${CONSENT}/status`, { status: 5 });
      await control('POST', 'events', { consentId: CONSENT });
      await until(() => assert.match(output(), new RegExp(`Consent ${CONSENT} ended with the status 5`)));
      await until(() => assert.equal(inbox().length, 0));
      const { ended_at: endedAt } =
        database.prepare('SELECT ended_at FROM consents WHERE id = ?').get(CONSENT) ?? {};
      assert.ok(endedAt);
    });

    test(`${label}: a refresh without its event is read once its data has another time, or after a day`, async (context) => {
      const { url, sandbox, count } = await startPlatform(context, { pace: 0 });
      const folder = testFolder(context);
      const settings = { PLATFORM_URL: url, DATA_DIR: folder, WEBHOOK_PORT: '0' };
      const consent = sandbox.state.consents.get(CONSENT)!;
      consent.expires = Date.now() + 90 * DAY;
      const call = await signedIn(url);
      const updated = async () =>
        String((await call('GET', `/Consent/${CONSENT}`))['dateTransactionsUpdated']);
      const sentAt = Date.now() - 3 * HOUR;
      consent.refreshes = [{ at: sentAt - HOUR, done: sentAt - HOUR }];
      storeRefresh(folder, await updated());
      const looks = count(/^GET \/Consent\//);

      setSentAt(folder, sentAt);
      const same = startRecipe(starter, 'keep-fresh', [EXTERNAL_USER], settings);
      context.after(() => same.child.kill());
      await context.waitFor(() => assert.equal(count(/^GET \/Consent\//), looks + 1), { timeout: 20_000 });
      await sleep(500);
      same.child.kill();
      assert.equal((await same.outcome).output, '');

      // The platform's clock may be behind, so the new time can be before the request.
      consent.refreshes = [{ at: sentAt - 1_000, done: sentAt - 1_000 }];
      await keepFresh(context, starter, EXTERNAL_USER, settings, /^Stored: 2 accounts, 30 transactions\.\n/m);
      assert.equal(stateOfRefresh(folder), undefined);

      storeRefresh(folder, await updated());
      setSentAt(folder, Date.now() - DAY);
      await keepFresh(context, starter, EXTERNAL_USER, settings, /it has nothing new\.\n/);
      assert.equal(stateOfRefresh(folder), undefined);
    });
  }
});

/** Stores that the consent of the example has been read, and that a refresh of it was sent. */
function storeRefresh(folder: string, updated: string): void {
  const database = databaseIn(folder);
  database.exec(readFileSync(join(projectRoot, 'starters/schema.sql'), 'utf8'));
  database.exec('DELETE FROM inbox');
  database
    .prepare(
      `INSERT INTO consents (id, user_id, data_updated) VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET data_updated = excluded.data_updated`,
    )
    .run(CONSENT, USER, updated);
  database.prepare(`INSERT INTO refreshes VALUES (?, 'sent', 0, 3600000, 0, ?)`).run(CONSENT, updated);
  database.close();
}

function setSentAt(folder: string, sentAt: number): void {
  const database = databaseIn(folder);
  database.prepare('UPDATE refreshes SET sent_at = ?').run(sentAt);
  database.close();
}

function stateOfRefresh(folder: string): unknown {
  const database = databaseIn(folder);
  const state = database.prepare('SELECT state FROM refreshes').get()?.['state'];
  database.close();
  return state;
}
