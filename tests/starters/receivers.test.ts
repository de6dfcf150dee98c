import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { before, describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENTLY } from '../samples/support/run-command.ts';
import { CONSENT, DAY, USER } from '../sandbox/support.ts';
import { freePort } from '../../src/sandbox/grade/free-port.ts';
import { event, FOREIGN, postInChunks, startPlatform } from './support/platform.ts';
import {
  compileStarters,
  dailyStarters,
  databaseIn,
  isNightly,
  settingsFor,
  start,
  starters,
  type Starter,
} from './support/starters.ts';
import { testFolder } from '../support/test-folder.ts';

/* Tests the starters' receivers and refresh queues. */

const HOUR = DAY / 24;

/** A consent that the platform returned in uppercase. */
const UPPERCASE = randomUUID().toUpperCase();

/** Creates a folder with a database whose consents belong to the example's user. */
function folderThatKnows(context: TestContext, ...consentIds: string[]) {
  const folder = testFolder(context);
  const database = databaseIn(context, folder);
  const add = database.prepare('INSERT INTO consents (id, user_id) VALUES (?, ?)');
  for (const id of consentIds) add.run(id, USER);
  return { folder, database };
}

/** Starts a receiver in a folder. It stops after the test. */
async function startReceiver(context: TestContext, starter: Starter, folder: string, fails = '') {
  const port = await freePort();
  const known = `${CONSENT},${UPPERCASE}`; // The receiver in C# stores these, because its store is a file.
  const settings = { WEBHOOK_PORT: String(port), DATA_DIR: folder, FAILS: fails, KNOWN: known };
  const { child, output, outcome } = start(starter, starter.driver('receive'), settings);
  context.after(() => child.kill());
  const until = (isDone: () => boolean) => context.waitFor(() => assert.ok(isDone(), output()), PATIENTLY);
  await until(() => output().includes('ready'));
  const post = async (body: BodyInit) =>
    (await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', body })).status;
  return { port, output, until, post, child, outcome };
}

/** Requests seven refreshes for a consent. Resolves to the program's output. */
async function runQueue(starter: Starter, url: string, folder: string, consentId = CONSENT) {
  const settings = { PLATFORM_URL: url, DATA_DIR: folder, CONSENT_ID: consentId };
  return (await start(starter, starter.driver('refresh'), settings).outcome).output;
}

/** Bodies that the grader doesn't send, with the response status. Some parsers limit depth and digits. */
const bodies: readonly [what: string, body: BodyInit, status: number, orStatus?: number][] = [
  ['NaN', event(CONSENT).replace('}', ',"x":NaN}'), 400],
  ['15,000 unclosed brackets', '['.repeat(15_000), 400],
  ['7,000 nested arrays', `${'['.repeat(7_000)}1${']'.repeat(7_000)}`, 200, 400],
  ['a number of 10,000 digits', '9'.repeat(10_000), 200, 400],
  ['a list with the event', `[${event(CONSENT)}]`, 200],
  ['an ID in a list', event([CONSENT]), 200],
  ['an event in a prototype', `{"__proto__":${event(CONSENT)}}`, 200],
  ['SQL', event("' OR 1=1 --"), 200],
  ['NUL in an ID', event(`${CONSENT}\0`), 200],
  ['an unpaired surrogate in an ID', event('x').replace('x', '\\ud800'), 200],
  ['Latin-1', Buffer.from(event('\xff'), 'latin1'), 200],
  ['a byte order mark', `\ufeff${event(FOREIGN)}`, 200],
  ['a path as an ID', event('../consents'), 200],
  ['null', 'null', 200],
  ['no JSON', 'no JSON', 400],
  ['another event', event(CONSENT, 'Another Event'), 200],
  ['a list of events as its name', event(CONSENT, ['Transactions Fetched']), 200],
  ['17 KB', ' '.repeat(17 * 1024), 413],
];

// Run several tests at once, because they mostly wait. Java and C# take seconds to start.
describe('Receivers and queues', { concurrency: 4 }, () => {
  before(() => compileStarters());
  const isSlow = ({ language }: Starter) => ['java', 'csharp'].includes(language);
  for (const starter of starters.filter((each) => isSlow(each) === isNightly)) {
    const { label } = starter;

    test(`${label}: the receiver survives any body, and then reads real events in any case`, async (context) => {
      const { folder } = folderThatKnows(context, CONSENT, UPPERCASE);
      const { port, output, post, until } = await startReceiver(context, starter, folder);
      for (const [what, body, status, orStatus = status] of bodies) {
        assert.ok([status, orStatus].includes(await post(body)), what);
      }
      assert.equal(await postInChunks(port, event(CONSENT), '/elsewhere'), 404);
      assert.equal(await postInChunks(port, event(CONSENT), `/webhooks${'x'.repeat(1_000)}`), 404);
      // A connection closes in the middle of a body.
      const socket = connect(port, '127.0.0.1');
      socket.write('POST /webhooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"eventType"');
      await sleep(100);
      socket.destroy();
      await sleep(200);
      assert.doesNotMatch(output(), /^read /m);
      for (const id of [CONSENT.toUpperCase(), UPPERCASE.toLowerCase()])
        assert.equal(await post(event(id)), 200);
      for (const id of [CONSENT, UPPERCASE]) await until(() => output().includes(`read ${id}\n`));
    });

    if (starter.language === 'php')
      test(`${label}: the receiver gets a path, and ends with its program, even after SIGKILL`, async (context) => {
        const { url } = await startPlatform(context, { disturb: () => true });
        const settings = { ...(await settingsFor(context, url)), WEBHOOK_PATH: '' };
        const { child, output, outcome } = start(starter, starter.steps, settings);
        const isReady = () => assert.match(output(), /The receiver is at .+\/hooks\/\w{32}/);
        await context.waitFor(isReady, PATIENTLY);
        child.kill('SIGKILL');
        await outcome; // The receiver has the same output, so this waits for both.
        await assert.rejects(fetch(`http://127.0.0.1:${settings.WEBHOOK_PORT}`));
      });

    if (!dailyStarters.includes(starter)) continue;
    test(`${label}: while the inbox fails, events are rejected, and resent ones are read`, async (context) => {
      const { folder, database } = folderThatKnows(context, CONSENT);
      const { output, post, until } = await startReceiver(context, starter, folder);
      database.exec('ALTER TABLE inbox RENAME TO broken');
      await until(() => output().includes('The inbox failed'));
      assert.equal(await post(event(CONSENT)), 500);
      assert.equal(await post(event(FOREIGN)), 200);
      database.exec('ALTER TABLE consents RENAME TO broken_too');
      assert.equal(await post(event(CONSENT)), 500);
      database.exec('ALTER TABLE broken_too RENAME TO consents');
      database.exec('ALTER TABLE broken RENAME TO inbox');
      assert.equal(await post(event(CONSENT)), 200);
      await until(() => output().includes(`read ${CONSENT}\n`));
    });

    test(`${label}: the queue sends six refreshes per consent in 24 hours, even after a restart`, async (context) => {
      const { url, count } = await startPlatform(context);
      const folder = testFolder(context);
      // On a busy machine, a response may come too late. The request still counts.
      const run = async () => {
        const output = await runQueue(starter, url, folder);
        return output.replaceAll(/^POST .*\/refresh failed: .*tim(?:e|ed )out.*\n/gm, '');
      };
      assert.equal(await run(), `${'sent\n'.repeat(6)}queued\n`);
      assert.equal(await run(), 'queued\n'.repeat(7));
      assert.equal(count(/\/refresh$/), 6);
    });

    test(`${label}: a rejected refresh waits a day, and a deleted consent leaves the queue`, async (context) => {
      const { url, count, control } = await startPlatform(context);
      await control('POST', 'faults', { operationId: 'refreshConsent', status: 429 });
      const folder = testFolder(context);
      const sentAt = Date.now();
      const refused = await runQueue(starter, url, folder);
      assert.equal(refused.replace(/^POST .* returned 429.*\n/m, ''), 'queued\n'.repeat(7));
      assert.equal(count(/\/refresh$/), 1);
      const [refresh] = databaseIn(context, folder).prepare('SELECT due_at FROM refreshes').all();
      const days = (Number(refresh?.['due_at']) - sentAt) / DAY;
      assert.ok(days >= 1 && days < 1.5, `The refresh is due after ${days} days.`);
      const deleted = await runQueue(starter, url, folder, FOREIGN);
      assert.doesNotMatch(deleted, /^(?:sent|queued)$/m);
      // The server may see more, because a request that times out on a busy machine is sent again.
      assert.equal(deleted.match(new RegExp(`GET \\S+/Consent/${FOREIGN} returned 404`, 'g'))?.length, 7);
      assert.equal(count(/\/refresh$/), 1);
    });

    test(`${label}: a refresh without a readable response awaits its event`, async (context) => {
      for (const fault of [{ drop: true }, { body: 'html' }]) {
        const { url, control } = await startPlatform(context);
        await control('POST', 'faults', { operationId: 'refreshConsent', effect: true, ...fault });
        const output = await runQueue(starter, url, testFolder(context));
        assert.match(output, /^(?!queued)[^\n]*\n+sent\n/);
      }
    });

    test(`${label}: a consent that could not be read is read after a restart`, async (context) => {
      const { folder } = folderThatKnows(context, CONSENT);
      const first = await startReceiver(context, starter, folder, CONSENT);
      assert.equal(await postInChunks(first.port, event(CONSENT)), 200);
      await first.until(() => first.output().includes('failed: down'));
      first.child.kill();
      await first.outcome;
      const second = await startReceiver(context, starter, folder);
      await second.until(() => second.output().includes(`read ${CONSENT}\n`));
    });

    test(`${label}: unreadable consents don't block others, and are abandoned after a day`, async (context) => {
      const failing = Array.from({ length: 60 }, () => randomUUID());
      const { folder, database } = folderThatKnows(context, CONSENT, ...failing);
      const [old = ''] = failing;
      const now = Date.now();
      const add = database.prepare('INSERT INTO inbox VALUES (?, 1, ?, ?, ?)');
      add.run(old, now - DAY - 1, now, 30);
      for (const consentId of failing.slice(1)) add.run(consentId, now - DAY / 2, now, 20);

      const { output, post, until } = await startReceiver(context, starter, folder, failing.join());
      await until(() => output().split('failed: down').length > 60);
      assert.equal(await post(event(CONSENT)), 200);
      await until(() => output().includes(`read ${CONSENT}\n`));
      assert.match(output(), new RegExp(`^Gave up .*${old}`, 'm'));
      // A consent leaves the inbox after it's read.
      const inbox = database.prepare('SELECT * FROM inbox');
      await until(() => inbox.all().length === 59);
      const waiting = inbox.all();
      for (const { attempts } of waiting) assert.equal(attempts, 21);
      const due = waiting.map(({ due_at: dueAt }) => Number(dueAt));
      const [first, last] = [Math.min(...due), Math.max(...due)];
      assert.ok(first > now + HOUR / 2 && last <= Date.now() + HOUR, 'Retries must be due within an hour.');
      assert.ok(last - first > HOUR / 10, 'The retries must have jitter.');
    });
  }
});
