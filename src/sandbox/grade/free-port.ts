import { once } from 'node:events';
import { createServer } from 'node:net';

/** The ports below those that operating systems assign to outgoing connections and to servers. */
const FIRST = 20_000;
const COUNT = 12_000;

/** Each process starts somewhere else, so that several rarely meet. */
let next = Math.floor(Math.random() * COUNT);

/** A free TCP port on the loopback interface. No port is returned twice, because a program may still have to open it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (next++ % COUNT);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(Boolean, () => false);
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
