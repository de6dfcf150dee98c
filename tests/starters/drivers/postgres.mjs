import { MessageChannel, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads';

/* PostgreSQL with the interface of node:sqlite. Its driver is asynchronous, so it runs in a thread for which we wait. */

/** Opens a database. It has the methods that a store needs. */
export function openPostgres(url) {
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { url, port: port2, done },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  function query(text, values) {
    port1.postMessage({ text, values });
    Atomics.wait(done, 0, 0);
    Atomics.store(done, 0, 0);
    const { rows, message } = receiveMessageOnPort(port1).message;
    if (message) throw new Error(message);
    return rows;
  }
  return {
    exec: (sql) => void query(sql),
    prepare(sql) {
      let count = 0;
      const text = sql.replaceAll('?', () => `$${(count += 1)}`);
      const all = (...values) => query(text, values);
      return { all, get: (...values) => all(...values)[0], run: all };
    },
  };
}

if (workerData?.port) {
  const { url, port, done } = workerData;
  // A driver that doesn't load is a response too: nothing else ends the wait.
  const connected = import('../../tools/node_modules/pg/lib/index.js').then(async ({ default: postgres }) => {
    postgres.types.setTypeParser(postgres.types.builtins.INT8, Number);
    const client = new postgres.Client(url);
    await client.connect();
    return client;
  });
  connected.catch(() => undefined);
  port.on('message', async (request) => {
    const answer = await connected
      .then((client) => client.query(request))
      .then(
        ({ rows }) => ({ rows }),
        ({ message }) => ({ message }),
      );
    port.postMessage(answer);
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  });
}
