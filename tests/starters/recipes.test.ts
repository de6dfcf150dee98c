import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { currentData } from '../../src/sandbox/bank.ts';
import { CONSENT, DAY, USER } from '../sandbox/support.ts';
import { giveConsent, signedIn, startPlatform } from './support/platform.ts';
import {
  coffee,
  EXTERNAL_USER,
  recipe,
  recipes,
  runUntil,
  shown,
  startRecipe,
  type Settings,
  STORED,
  until,
  withLocalCopy,
  withSequences,
} from './support/recipes.ts';
import { dailyStarters, databaseIn, isNightly, platformFor } from './support/starters.ts';
import { testFolder } from '../support/test-folder.ts';

// Programs mostly wait, but with more than three at once on a busy machine, events would be late.
describe('Recipes against the sandbox', { concurrency: 3 }, () => {
  for (const starter of dailyStarters) {
    const { label } = starter;
    /** Runs a recipe, which must succeed. Returns its output. */
    const run = async (name: string, settings: Settings, parameters = [EXTERNAL_USER]) => {
      const { status, output } = await startRecipe(starter, name, parameters, settings).outcome;
      assert.equal(status, 0, output);
      return output;
    };
    /** Runs `keep-fresh` until it has printed a line. Returns its output. */
    const keepFresh = (context: TestContext, user: string, settings: Settings, last: RegExp) =>
      runUntil(context, (output) => last.test(output), starter, 'keep-fresh', [user], settings);

    for (const each of isNightly ? [] : recipes) {
      test(`${label}: ${each.name} prints what its page shows`, async (context) => {
        const { settings } = await platformFor(context, { moments: [coffee] });
        const isDone = (output: string) => output === each.output;
        const { name, parameters } = each;
        assert.equal(await runUntil(context, isDone, starter, name, parameters, settings), each.output);
      });
    }

    for (const signal of isNightly ? [] : (['SIGINT', 'SIGTERM'] as const))
      test(`${label}: keep-fresh ends at ${signal} without a stack trace, even as a container's first process`, async (context) => {
        const { settings } = await platformFor(context);
        const { child, output, outcome } = startRecipe(starter, 'keep-fresh', [EXTERNAL_USER], settings);
        await until(context, () => assert.match(output(), /^Stored: /m));
        child.kill(signal);
        const { status, output: all } = await outcome;
        assert.equal(status, 0, all); // Without a handler, the status would be null.
        assert.doesNotMatch(all, /Traceback|KeyboardInterrupt/);
      });

    if (starter.language === 'python' && !isNightly)
      test(`${label}: a last payment with a time counts, and letters that the output can't encode are printed`, async (context) => {
        const url = await withSequences(context, (json) =>
          json
            .replaceAll(/("counterpartDescription":)"[^"]*"/g, '$1"Łukasz"')
            .replaceAll(/("lastSeen":"[\d-]+)/g, '$1T00:00:00'),
        );
        const settings = { PLATFORM_URL: url, PYTHONIOENCODING: 'cp1252', PYTHONUTF8: '0' };
        const output = await run('check-income', settings);
        assert.match(output, / from \?ukasz\n[^]*Per month: /);
      });

    if (!isNightly) {
      test(`${label}: nobody else can read the local copy, and a user is removed from it and from the platform`, async (context) => {
        const { url, settings } = await withLocalCopy(context, starter);
        const files = readdirSync(settings.DATA_DIR).map((file) => join(settings.DATA_DIR, file));
        for (const path of [settings.DATA_DIR, ...files]) assert.equal(statSync(path).mode & 0o077, 0, path);
        const output = await run('remove-user', settings);
        assert.equal(output, recipe('remove-user').output);
        const database = databaseIn(context, settings.DATA_DIR);
        const rows = (table: string) => database.prepare(`SELECT * FROM ${table}`).all();
        const empty = ['consents', 'accounts', 'transactions', 'refreshes', 'refresh_requests', 'inbox'];
        assert.deepEqual(empty.flatMap(rows), []);
        const [user] = rows('users');
        assert.ok(user?.['removal_completed']);
        const call = await signedIn(url);
        await assert.rejects(call('GET', `/Users/${EXTERNAL_USER}`), /404/);
      });

      test(`${label}: a refresh without an event is read once its data changes, or after a day`, async (context) => {
        const { url, sandbox, requests } = await startPlatform(context, { pace: 0 });
        const folder = testFolder(context);
        const database = databaseIn(context, folder);
        const stateOfRefresh = () => database.prepare('SELECT state FROM refreshes').get();
        const settings = { PLATFORM_URL: url, DATA_DIR: folder, WEBHOOK_PORT: '0' };
        const consent = sandbox.state.consents.get(CONSENT)!;
        const call = await signedIn(url);
        /** Records that the consent was read, and that its refresh was sent at the given time. */
        const storeRefresh = async (sentAt: number) => {
          const updated = String((await call('GET', `/Consent/${CONSENT}`))['dateTransactionsUpdated']);
          database.exec(`DELETE FROM inbox; DELETE FROM consents; DELETE FROM refreshes;
            INSERT INTO consents (id, user_id, data_updated) VALUES ('${CONSENT}', '${USER}', '${updated}');
            INSERT INTO refreshes VALUES ('${CONSENT}', 'sent', 0, 3600000, ${sentAt}, '${updated}')`);
        };
        const sentAt = Date.now() - DAY / 8;
        consent.refreshes = [{ at: sentAt - DAY, done: sentAt - DAY }];
        await storeRefresh(sentAt);
        // The platform's clock may be slow, so the new data can seem older than the request.
        consent.refreshes = [{ at: sentAt - 1_000, done: sentAt - 1_000 }];
        await keepFresh(context, EXTERNAL_USER, settings, STORED);
        assert.equal(stateOfRefresh(), undefined);

        await storeRefresh(Date.now() - DAY);
        const unchanged = /^Read \d+ transactions: 0 new, 0 changed, 0 removed\.\n/m;
        await keepFresh(context, EXTERNAL_USER, settings, unchanged);
        assert.equal(stateOfRefresh(), undefined);

        // While the consent fails, an entry isn't renewed every hour, and after two days, the refresh is forgotten.
        consent.heldStatus = { status: 6, since: Date.now() };
        for (const days of [1.5, 2]) {
          await storeRefresh(Date.now() - days * DAY);
          database.exec(`INSERT INTO inbox VALUES ('${CONSENT}', 1, 0, ${Date.now() + DAY}, 5)`);
          const before = requests.length;
          const { child } = startRecipe(starter, 'keep-fresh', [EXTERNAL_USER], settings);
          context.after(() => child.kill());
          // A token, the user, and the user's consents. Then, the program looks for late events.
          await until(context, () => assert.ok(requests.length >= before + 3));
          await setTimeout(500);
          await until(context, () => assert.equal(stateOfRefresh() !== undefined, days < 2));
          child.kill();
          assert.deepEqual({ ...database.prepare('SELECT attempts FROM inbox').get() }, { attempts: 5 });
        }
      });
    }

    // Both languages have the same other edge cases. Python's run at night.
    if (isNightly !== (starter.language === 'python')) continue;

    // The other programs end at errors in the same way.
    test(`${label}: keep-fresh stops with an error when the credentials are wrong`, async (context) => {
      const { settings } = await platformFor(context);
      const wrong = { ...settings, CLIENT_SECRET: 'wrong' };
      const { status, output } = await startRecipe(starter, 'keep-fresh', [EXTERNAL_USER], wrong).outcome;
      assert.equal(status, 1, output);
      assert.match(output, /^POST \S+ returned 401: .* Check CLIENT_ID and CLIENT_SECRET\.\n$/);
    });

    test(`${label}: an income counts once, though a renewed consent reports it too`, async (context) => {
      const { url, sandbox } = await startPlatform(context, { pace: 0 });
      const call = await signedIn(url);
      await giveConsent(call, EXTERNAL_USER);
      const { incomeSequences } = await call('GET', `/Sequencing?ExternalUserId=${EXTERNAL_USER}`);
      assert.equal((incomeSequences as unknown[]).length, 2);
      const at = Date.parse('2026-10-30');
      for (const consent of sandbox.state.consents.values()) {
        consent.decision = { at, given: true };
        consent.refreshes = [];
      }
      const output = await run('check-income', { PLATFORM_URL: url });
      assert.equal(output, recipe('check-income').output);
    });

    test(`${label}: two payers without account numbers are two incomes, in whole and fractional amounts`, async (context) => {
      const url = await withSequences(context, (json) => {
        const unnumbered = json
          .replaceAll(/"counterpartAccountNumber":"[^"]*"/g, '"counterpartAccountNumber":""')
          .replaceAll(/"medianAmount":[\d.]+/g, '"medianAmount":2850');
        const [income] = (JSON.parse(unnumbered) as { incomeSequences: unknown[] }).incomeSequences;
        const other = JSON.stringify(income)
          .replaceAll(/("counterpartDescription":)"[^"]*"/g, '$1"Another payer"')
          .replaceAll('"medianAmount":2850', '"medianAmount":100.5');
        return `{"incomeSequences":[${JSON.stringify(income)},${other}],"expenseSequences":[]}`;
      });
      const output = await run('check-income', { PLATFORM_URL: url });
      assert.match(output, /^Per month: 2950\.50 EUR$/m);
    });

    test(`${label}: an income whose latest payment is missing doesn't count`, async (context) => {
      const { url, sandbox } = await startPlatform(context);
      const at = Date.parse('2026-12-15');
      sandbox.clock.forward(Math.max(at - Date.now(), 0));
      sandbox.state.consents.get(CONSENT)!.refreshes.push({ at, done: at });
      const output = await run('check-income', { PLATFORM_URL: url });
      assert.match(output, /the next payment is missing\nNo regular income\n$/);
    });

    test(`${label}: monthly spending uses the chosen engine`, async (context) => {
      const { url, count, sandbox } = await startPlatform(context, { pace: 0 });
      // Banks can name the counterpart of a transfer by its BBAN.
      const { accounts, transactions } = currentData(sandbox.state.consents.get(CONSENT)!.bank);
      const transfers = transactions.filter((each) => {
        const own = accounts.find(({ iban }) => iban === each.counterpartAccountNumber);
        if (own) each.counterpartAccountNumber = own.bban;
        return own;
      });
      assert.ok(transfers.length > 0);
      // A payment without a counterpart isn't a transfer to an account without an IBAN.
      for (const account of accounts) account.iban = ' ';
      for (const each of transactions) if (!transfers.includes(each)) each.counterpartAccountNumber = ' ';
      const parameters = [CONSENT, '2026-10', 'z1'];
      const output = await run('categorize-month', { PLATFORM_URL: url }, parameters);
      assert.match(output, /^Spending in 2026-10, by z1\n +1150\.00 EUR Living\n( +[\d.]+ EUR \w+\n){2}$/);
      assert.equal(count(/^POST \/v2\/categorization-jobs$/), 1);
      transactions.push({ ...transactions[0]!, id: USER, bookDate: '2099-01-15', amount: -5 });
      const scheduled = await run('categorize-month', { PLATFORM_URL: url }, [CONSENT, '2099-01']);
      assert.equal(scheduled, 'Spending in 2099-01, by z2\n');
    });

    test(`${label}: a consent is renewed once, even after a cancellation, and the old one is deleted last`, async (context) => {
      const { settings, sandbox, control } = await platformFor(context);
      const renew = () => run('renew-consents', settings, [EXTERNAL_USER, '90']);
      const ids = () => [...sandbox.state.consents.keys()];
      const { output: asked } = recipe('renew-consents');
      assert.equal(await renew(), asked);
      const [, canceled = ''] = ids();
      await control('PUT', `consents/${canceled}/status`, { status: 7 });
      assert.equal(await renew(), asked);
      const [, , renewed = ''] = ids();
      await control('PUT', `consents/${renewed}/status`, { status: 1 });
      assert.match(await renew(), /The new consent isn't ready yet\.\n$/);
      assert.deepEqual(ids(), [CONSENT, canceled, renewed]);
      await control('DELETE', `consents/${renewed}/status`);
      assert.equal(await renew(), shown('Output of a later run'));
      assert.deepEqual(ids(), [canceled, renewed]);
      const database = databaseIn(context, settings.DATA_DIR);
      const [count] = database.prepare('SELECT COUNT(*) AS rows FROM transactions').all();
      assert.equal(count?.['rows'], 30);
      for (const consent of sandbox.state.consents.values()) consent.expires = Date.now() + DAY / 2;
      assert.match(await renew(), /^The consent at sandbox-nl ends in 1 day\.$/m);
    });

    test(`${label}: a consent that ended without a link is renewed, and a removal deletes its link`, async (context) => {
      const { settings, sandbox, control } = await platformFor(context);
      const renew = () => run('renew-consents', settings, [EXTERNAL_USER, '0']);
      await control('PUT', `consents/${CONSENT}/status`, { status: 5 });
      const ended = 'The consent at sandbox-nl has ended.\n';
      assert.equal(await renew(), `${ended}  Show the end user the new link.\n`);
      assert.equal(await renew(), ended + shown('Output of a later run')?.replace(/^.*\n/, ''));
      assert.ok(!sandbox.state.consents.has(CONSENT));
      assert.equal(await renew(), '');
      const names = databaseIn(context, settings.DATA_DIR).prepare('SELECT name FROM settings');
      const rows = () => names.all().map(({ name }) => name);
      assert.deepEqual(rows(), [`renewal ${CONSENT}`]);
      await run('remove-user', settings);
      assert.deepEqual(rows(), []);
    });

    test(`${label}: a missing transaction is named by its day, in every time zone`, async (context) => {
      const { settings, sandbox } = await platformFor(context);
      const { bank } = sandbox.state.consents.get(CONSENT)!;
      const content = currentData(bank);
      content.transactions = content.transactions.filter(({ bookDate }) => bookDate !== '2026-10-26');
      for (const TZ of ['Pacific/Auckland', 'America/Los_Angeles']) {
        const output = await run('adds-up', { ...settings, TZ });
        assert.equal(output.split('\n')[0], shown('Output if a transaction is missing')?.trim());
      }
    });

    test(`${label}: a removal survives lost responses, and a later run completes one that failed`, async (context) => {
      const { url, settings, control } = await withLocalCopy(context, starter);
      const call = await signedIn(url);
      const request = { reference: 'removed', input: { consentIds: [CONSENT] } };
      const { id } = await call('POST', '/analysis-jobs', request);
      await control('PUT', `jobs/${String(id)}/status`, { status: 'FAILED' });
      const remove = () => startRecipe(starter, 'remove-user', [EXTERNAL_USER], settings).outcome;
      await control('POST', 'faults', { operationId: 'listAnalysisJobs', status: 403 });
      const failed = await remove();
      assert.equal(failed.status, 1, failed.output);
      const refused = /^GET \S+\/analysis-jobs returned 403: .* Check the program's arguments\.\n$/;
      assert.match(failed.output, refused);

      for (const operationId of ['deleteAnalysisJob', 'deleteUser'])
        await control('POST', 'faults', { operationId, drop: true, effect: true });
      const { status, output } = await remove();
      assert.equal(status, 0, output);
      assert.equal(output.match(/DELETE \S+ failed: /g)?.length, 2);
      const proof = recipe('remove-user')
        .output.replace(/^Deleted analysis job .*\n/m, '')
        .replace('is deleted', 'was already deleted');
      assert.equal(output.replaceAll(/^.*(DELETE|Deleted analysis job) .*\n/gm, ''), proof);
      assert.equal((await remove()).output, `User not found: ${EXTERNAL_USER}.\n`);
    });

    test(`${label}: an unfinished job isn't deleted with the user, and the program says so`, async (context) => {
      const { url, settings, sandbox } = await withLocalCopy(context, starter, { pace: 60_000 });
      const call = await signedIn(url);
      const request = { reference: 'late', input: { consentIds: [CONSENT] } };
      const job = await call('POST', '/analysis-jobs', request);
      // Since then, a renewal has given the accounts other IDs.
      for (const each of sandbox.state.analysisJobs.values()) each.accountIds = [];
      const output = await run('remove-user', settings);
      assert.match(output, new RegExp(`^Analysis job ${String(job['id'])} is in status PENDING`, 'm'));
    });

    test(`${label}: a view stays fresh after a refresh, and after a restart with a renewed consent`, async (context) => {
      const { url, sandbox, settings, control } = await platformFor(context, { moments: [coffee] });
      const call = await signedIn(url);
      await call('POST', '/Users', { externalUserId: 'customer-7' });
      const old = await giveConsent(call, 'customer-7');
      await keepFresh(context, 'customer-7', settings, /31 transactions\.\n/);

      for (const consent of sandbox.state.consents.values()) {
        consent.requested -= DAY;
        consent.expires = Date.now() + 7 * DAY;
      }
      const renewed = await giveConsent(call, 'customer-7');
      const output = await keepFresh(context, 'customer-7', settings, /^Deleted consent .*\n/m);
      assert.match(output, /^The end user must renew the consent at sandbox-nl\.\n/m);
      assert.match(
        output,
        /^Read 31 transactions: 0 new, 31 changed, 0 removed\.\nStored: 2 accounts, 31 transactions\.\n/m,
      );
      assert.doesNotMatch(output, /Stored: (?!2 accounts, 31 transactions)/);
      assert.ok(!sandbox.state.consents.has(old));
      assert.ok(sandbox.state.consents.has(renewed));

      // A renewal after the end: nothing is left to renew once it has the accounts.
      await control('PUT', `consents/${renewed}/status`, { status: 5 });
      for (const consent of sandbox.state.consents.values()) consent.expires = Date.now() + 90 * DAY;
      await giveConsent(call, 'customer-7');
      await keepFresh(context, 'customer-7', settings, /^Read 31 transactions: 0 new/m);
      const database = databaseIn(context, settings.DATA_DIR);
      // The program may have ended before it took the consent out of the inbox, and after it asked for a refresh.
      database.exec(
        'INSERT OR REPLACE INTO inbox SELECT id, 1, 0, 0, 0 FROM consents WHERE ended_at IS NULL',
      );
      const later = await keepFresh(context, 'customer-7', settings, /^Read |^Ignored an event/m);
      assert.doesNotMatch(later, /must renew/);
    });

    test(`${label}: a failing consent waits for a day, and an ended one is dropped`, async (context) => {
      const { url, control, settings } = await platformFor(context);
      const healthy = await giveConsent(await signedIn(url), EXTERNAL_USER, 'BE');
      const { child, output } = startRecipe(starter, 'keep-fresh', [EXTERNAL_USER], settings);
      context.after(() => child.kill());
      // Wait for two first reads and two refreshes.
      await until(context, () => assert.ok(output().split('Stored: ').length > 4, output()));

      await control('PUT', `consents/${CONSENT}/status`, { status: 6 });
      await control('POST', 'events', { consentId: CONSENT });
      await until(context, () => assert.match(output(), new RegExp(`${CONSENT} failed: .*failing`)));
      await control('POST', 'events', { consentId: healthy });
      await until(context, () =>
        assert.match(output(), new RegExp(`Ignored an event for consent ${healthy}`)),
      );
      const database = databaseIn(context, settings.DATA_DIR);
      const inbox = () => JSON.stringify(database.prepare('SELECT consent_id FROM inbox').all());
      await until(context, () => assert.equal(inbox(), JSON.stringify([{ consent_id: CONSENT }])));

      await control('PUT', `consents/${CONSENT}/status`, { status: 5 });
      await control('POST', 'events', { consentId: CONSENT });
      const ended = new RegExp(`Consent ${CONSENT} ended in status 5`);
      await until(context, () => assert.match(output(), ended));
      await until(context, () => assert.equal(inbox(), '[]'));
      const row = database.prepare('SELECT ended_at FROM consents WHERE id = ?').get(CONSENT);
      assert.ok(row?.['ended_at']);
    });
  }
});
