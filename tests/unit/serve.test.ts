import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpawnedServer } from '../support/spawned-server.ts';

const files = { 'index.html': '<h1>Home</h1>', 'large.bin': Buffer.alloc(32 * 1024 * 1024, 'x') };

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends the server with exit code 0, idle connections or not`, async () => {
    const server = await SpawnedServer.start(files);
    try {
      const idle = await server.connect();
      idle.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(idle, 'data');
      const exited = once(server.process, 'exit');
      server.process.kill(signal);
      assert.deepEqual(await exited, [0, null]);
    } finally {
      await server.close();
    }
  });
}

test('A download that has begun is completed after SIGTERM; one that stands still is broken off', async () => {
  const server = await SpawnedServer.start(files);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/large.bin`);
    const stuck = await server.connect();
    stuck.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(stuck, 'readable');
    const exited = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await sleep(100);
    assert.equal((await response.arrayBuffer()).byteLength, files['large.bin'].length);
    assert.deepEqual(await exited, [0, null]);
  } finally {
    await server.close();
  }
});

test('New connections are refused after SIGTERM', async () => {
  const server = await SpawnedServer.start(files);
  try {
    const download = await fetch(`http://127.0.0.1:${server.port}/large.bin`);
    server.process.kill('SIGTERM');
    await sleep(200);
    assert.ok(server.running);
    await assert.rejects(fetch(`http://127.0.0.1:${server.port}/`));
    await download.body!.cancel();
  } finally {
    await server.close();
  }
});
