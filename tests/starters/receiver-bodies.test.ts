import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONSENT } from '../sandbox/support.ts';
import { postInChunks } from './support/platform.ts';
import { databaseIn, event, knowConsents, startReceiver } from './support/receivers.ts';
import { starters } from './support/starters.ts';

const FOREIGN = '1db75893-e8c8-465e-9060-b05d5e03c68c';

const deep = (open: string, close: string, count: number) => open.repeat(count) + '1' + close.repeat(count);

/** What anyone may send, and the status of the response. A parser that limits depth or digits may refuse some. */
const bodies: readonly [
  what: string,
  body: string | Buffer<ArrayBuffer>,
  status: number,
  inPython?: number,
][] = [
  ['nothing', '', 400],
  ['no JSON', 'eventType=Transactions+Fetched', 400],
  ['JSON that is cut', event(CONSENT).slice(0, -1), 400],
  ['NaN', event(CONSENT).replace('}', ',"x":NaN}'), 400],
  ['invalid UTF-8 in a string', Buffer.concat([Buffer.from('"'), Buffer.from([0xff, 0x22])]), 400],
  ['invalid UTF-8 in an event', Buffer.from(event(CONSENT).replace('}', ',"x":"\xff"}'), 'latin1'), 400],
  ['NUL encoded with two bytes', Buffer.from('"\xc0\x80"', 'latin1'), 400],
  ['15,000 brackets that nothing closes', '['.repeat(15_000), 400],
  ['7,000 arrays in each other', deep('[', ']', 7_000), 200, 400],
  ['2,000 objects in each other', deep('{"a":', '}', 2_000), 200, 400],
  ['a number of 10,000 digits', '9'.repeat(10_000), 200, 400],
  ['a number above all doubles', '1e999', 200],
  ['null', 'null', 200],
  ['a number', '7', 200],
  ['a string', '"Transactions Fetched"', 200],
  ['a list with the event', `[${event(CONSENT)}]`, 200],
  ['an empty object', '{}', 200],
  ['an ID that is an object', event({ toString: 1 }), 200],
  ['an ID that is a number', event(204), 200],
  ['an ID in a list', event([CONSENT]), 200],
  ['an ID that is null', event(null), 200],
  ['an ID that is missing', '{"eventType":"Transactions Fetched"}', 200],
  ['an event in a prototype', `{"__proto__":${event(CONSENT)}}`, 200],
  ['the name of an inherited property', event('__proto__'), 200],
  ['SQL', event("' OR 1=1 --"), 200],
  ['NUL in an ID', event(`${CONSENT}\0`), 200],
  ['half a character in an ID', event('x').replace('x', '\\ud800'), 200],
  ['another event', event(CONSENT, 'Another Event'), 200],
  ['a list of events as its name', event(CONSENT, ['Transactions Fetched']), 200],
  ['two IDs, of which the last is foreign', event(CONSENT).replace('}', `,"consentId":"${FOREIGN}"}`), 200],
  ['an ID of 16,000 characters', event('a'.repeat(16_000)), 200],
  ['17 KB', ' '.repeat(17 * 1024), 413],
  ['5 MB', Buffer.alloc(5 * 1024 * 1024, ' '), 413],
];

for (const starter of starters.filter(({ receives }) => receives)) {
  const { label, language } = starter;

  test(`${label}: the receiver survives any body, and then reads a real event`, async (context) => {
    const { folder, port, output, post, until } = await startReceiver(context, starter);
    knowConsents(folder, CONSENT);
    for (const [what, body, status, inPython = status] of bodies) {
      assert.equal(await post(body), language === 'python' ? inPython : status, what);
    }
    assert.equal(await postInChunks(port, event(CONSENT), '/elsewhere'), 404);
    assert.equal(await postInChunks(port, event(CONSENT), `/webhooks${'x'.repeat(1_000)}`), 404);
    await breakOff(port);
    await sleep(200);
    assert.doesNotMatch(output(), /^read /m);
    assert.equal(await post(event(CONSENT.toUpperCase())), 200);
    await until(() => output().includes(`read ${CONSENT}\n`));
  });

  test(`${label}: while the inbox fails, events are refused, and then they are read`, async (context) => {
    const { folder, output, post, until } = await startReceiver(context, starter);
    knowConsents(folder, CONSENT);
    const database = databaseIn(folder);
    database.exec('ALTER TABLE inbox RENAME TO broken');
    await until(() => output().includes('The inbox failed'));
    assert.equal(await post(event(CONSENT)), 500);
    assert.equal(await post(event(FOREIGN)), 200);
    database.exec('ALTER TABLE consents RENAME TO broken_too');
    assert.equal(await post(event(CONSENT)), 500);
    database.exec('ALTER TABLE broken_too RENAME TO consents');
    database.exec('ALTER TABLE broken RENAME TO inbox');
    database.close();
    assert.equal(await post(event(CONSENT)), 200);
    await until(() => output().includes(`read ${CONSENT}\n`));
  });
}

/** Closes a connection in the middle of a body. */
async function breakOff(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /webhooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"eventType"');
  await sleep(100);
  socket.destroy();
}
