import { once } from 'node:events';
import { createServer } from 'node:net';

/** The ports below those that operating systems assign to outgoing connections and to servers. */
const FIRST = 20_000;
const BLOCKS = 120;
/** The ports in a block. Its first one stays open while this process runs, so that other processes take other blocks. */
const BLOCK = 100;

let next = 0;
let latest = Promise.resolve(0);

/** A free TCP port on the loopback interface. No port is returned twice, because a program may still have to open it. */
export function freePort(): Promise<number> {
  latest = latest.then(findPort);
  return latest;
}

async function findPort(): Promise<number> {
  for (;;) {
    if (next % BLOCK === 0) {
      const first = FIRST + BLOCK * Math.floor(Math.random() * BLOCKS);
      if (await opened(first)) next = first + 1;
      continue;
    }
    const port = next++;
    const probe = await opened(port);
    if (!probe) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** A server that listens on a port, or `undefined` if the port is taken. It doesn't keep this process alive. */
async function opened(port: number) {
  const server = createServer().listen(port, '127.0.0.1').unref();
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
}
