import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free TCP port on the loopback interface. It's below the ports that operating systems assign to servers, so no
 * other test gets it before it's used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(Boolean, () => false);
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
