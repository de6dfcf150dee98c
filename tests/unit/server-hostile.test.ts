import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { platform } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { get, last, oddRequestsByName, rangeNumbers, stepsUp } from '../support/hostile-requests.ts';
import { SpawnedServer } from '../support/spawned-server.ts';

/** Descriptors that may come and go, such as that of a response which is just ending. */
const DESCRIPTOR_NOISE = 4;

/** A small heap makes the memory of the process steady, and leaves no room for a leak. */
const SMALL_HEAP = '--max-old-space-size=48 --max-semi-space-size=4';

/** Megabytes that memory may vary between rounds of more than 15,000 requests: 3 kB for a request would show. */
const MEMORY_NOISE = 48;

/** Requests in an hour, at three per second. */
const AN_HOUR = 10_800;

const linux = platform() === 'linux';
const LARGE = 8 * 1024 * 1024;
const notFound = '<h1>Page not found</h1>';

let server: SpawnedServer;
let requests = 0;
/** Descriptors of the server before the attacks. */
let quiet = 0;
/** Connections that send a header that never ends, all the while. */
let slowSenders: Socket[] = [];
let slowSender: NodeJS.Timeout;

const openSlowSenders = () => slowSenders.filter((socket) => !socket.destroyed).length;

before(async () => {
  server = await SpawnedServer.start(
    {
      'index.html': '<h1>Home</h1>',
      '404.html': notFound,
      'guide/index.html': 'A guide. '.repeat(1_000),
      'large.bin': Buffer.alloc(LARGE, 'x'),
    },
    SMALL_HEAP,
  );
});

after(() => server.close());

async function times(count: number, work: (index: number) => Promise<unknown>) {
  for (let index = 0; index < count; index++) await work(index);
}

/** Sends a request on many connections at once. */
async function openMany(count: number, bytes: string): Promise<Socket[]> {
  requests += count;
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await server.connect();
      socket.write(bytes);
      return socket;
    }),
  );
}

async function statusOf(bytes: string): Promise<number | undefined> {
  requests++;
  const status = /^HTTP\/1\.1 (\d{3})/.exec(await server.raw(bytes))?.[1];
  return status === undefined ? undefined : Number(status);
}

async function malformedRanges() {
  for (const from of rangeNumbers) {
    const several = rangeNumbers.map((to) => get('/guide/', `Range: bytes=${from}-${to}`));
    const many = get('/guide/', `Range: bytes=${'0-,'.repeat(2_000)}${from}-`, last);
    requests += several.length + 1;
    const response = await server.raw(several.join('') + many);
    const statuses = [...response.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]);
    assert.equal(statuses.length, several.length + 1, `Range: bytes=${from}-`);
    assert.deepEqual(
      statuses.filter((status) => !['200', '206', '416'].includes(status!)),
      [],
    );
  }
}

async function abortedDownloads() {
  await times(15, async (round) => {
    const sockets = await openMany(20, get('/large.bin', round % 3 ? 'Range: bytes=5-' : 'Accept: */*'));
    await Promise.all(sockets.map((socket) => once(socket, 'readable')));
    for (const socket of sockets) {
      if (round % 2) socket.resetAndDestroy();
      else socket.destroy();
    }
  });
  // So early that the file isn't open yet.
  await times(10, async () => {
    for (const socket of await openMany(20, get('/large.bin'))) socket.resetAndDestroy();
  });
}

async function pipelines() {
  await times(5, async () => {
    const sockets = await openMany(10, get('/large.bin').repeat(200));
    requests += 10 * 199;
    await Promise.all(sockets.map((socket) => once(socket, 'readable')));
    if (linux) {
      const most = quiet + openSlowSenders() + 10 * 2 + DESCRIPTOR_NOISE;
      assert.ok(server.descriptors <= most, 'Each connection has one file open');
    }
    for (const socket of sockets) socket.destroy();
  });
}

async function slowReaders() {
  const sockets = await openMany(100, get('/large.bin'));
  await sleep(300);
  assert.equal(await statusOf(get('/', last)), 200);
  for (const socket of sockets) socket.destroy();
}

async function tooManyConnections() {
  const sockets = await openMany(600, 'G');
  await sleep(300);
  const refused = sockets.filter((socket) => socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  assert.ok(refused >= 200 && refused < 600, `${refused} of 600 connections were refused`);
}

async function traversal() {
  for (const step of stepsUp) {
    for (const path of [
      `/${`${step}/`.repeat(8)}etc/passwd`,
      `/guide/${`${step}/`.repeat(3)}src/server/serve.ts`,
    ]) {
      requests++;
      const response = await server.raw(get(path, last));
      assert.match(response, /^HTTP\/1\.1 (404|400) /, path);
      assert.doesNotMatch(response, /root:|import /);
    }
  }
}

async function oddRequests() {
  for (const [name, bytes] of Object.entries(oddRequestsByName)) {
    const status = await statusOf(bytes);
    if (status !== undefined) assert.ok(status < 500 || status === 505, `${name} got ${status}`);
  }
}

async function manyUrls() {
  await times(40, async (round) => {
    const batch = Array.from({ length: 100 }, (_, index) =>
      get(`/guide/?${round}-${index}`, 'Accept-Encoding: br'),
    );
    requests += 100;
    await server.raw(batch.join('') + get(`/none/${round}`, last));
  });
}

async function isWell() {
  assert.ok(server.running, server.errors);
  const response = await fetch(`http://127.0.0.1:${server.port}/guide/`, {
    headers: { connection: 'close' },
  });
  assert.equal(response.status, 200);
  assert.equal((await response.text()).length, 9_000);
}

const attacks = {
  'malformed ranges': malformedRanges,
  'downloads that were broken off': abortedDownloads,
  'pipelined downloads': pipelines,
  'slow readers': slowReaders,
  'too many connections': tooManyConnections,
  'paths out of the folder': traversal,
  'odd requests': oddRequests,
  'many URLs': manyUrls,
};

describe('The server outlives an hour of hostile requests:', { timeout: 120_000 }, () => {
  before(async () => {
    await isWell();
    if (linux) quiet = server.descriptors;
    slowSenders = await openMany(100, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    slowSender = setInterval(
      () => slowSenders.forEach((socket) => socket.writable && socket.write('x')),
      500,
    );
  });

  after(() => clearInterval(slowSender));

  let memory = 0;
  for (const round of ['first', 'second', 'third']) {
    for (const [name, attack] of Object.entries(attacks)) {
      test(`it serves pages after ${name} (${round} round)`, async () => {
        await attack();
        await isWell();
      });
    }

    test(
      `it has as many descriptors open after the ${round} round as at first`,
      { skip: !linux },
      async () => {
        const most = () => quiet + openSlowSenders() + DESCRIPTOR_NOISE;
        for (let wait = 0; wait < 100 && server.descriptors > most(); wait++) await sleep(50);
        assert.ok(server.descriptors <= most(), `${server.descriptors} are open, ${quiet} were at first`);
      },
    );

    test(`it needs no more memory after the ${round} round`, { skip: !linux }, () => {
      memory ||= server.memory;
      const grown = Math.round(server.memory - memory);
      assert.ok(grown <= MEMORY_NOISE, `${grown} MB more than after the first round`);
    });
  }

  test('it closes connections whose headers never end', async () => {
    for (let wait = 0; wait < 300 && openSlowSenders() > 0; wait++) await sleep(50);
    assert.equal(openSlowSenders(), 0);
  });

  test('it wrote no error, and had as many requests as in an hour', () => {
    assert.equal(server.errors, '');
    assert.ok(requests > AN_HOUR, `${requests} requests`);
  });
});
