import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A TCP port of the loopback interface that nothing listens on. It is below the ports that operating systems give to
 * servers without one, so that no other test gets it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    const isFree = await Promise.race([
      once(probe.listen(port, '127.0.0.1'), 'listening').then(() => true),
      once(probe, 'error').then(() => false),
    ]).catch(() => false);
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
