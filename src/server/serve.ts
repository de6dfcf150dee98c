import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { precompress } from './precompress.ts';
import { createSiteServer } from './server.ts';
import { factsFile, readFacts } from '../hosting/site-facts.ts';

const DEFAULT_PORT = 4321;

/** Milliseconds that downloads get to finish after a signal to stop. */
const GRACE = 3_000;

const folder = join(process.cwd(), 'dist');
if (!existsSync(join(folder, 'index.html')) || !existsSync(factsFile)) {
  console.error('There is no built site in dist/ and hosts/. Run `npm run build` first.');
  process.exit(1);
}

const port = Number(process.env['PORT'] || DEFAULT_PORT);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`PORT is "${process.env['PORT']}", which isn't a port. Choose one: PORT=8080 npm start`);
  process.exit(1);
}

await precompress(folder);
const facts = readFacts();
const server = createSiteServer(folder, facts);
server.once('error', (error: NodeJS.ErrnoException) => {
  const reason =
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use. Choose another: PORT=8080 npm start`
      : error.message;
  console.error(reason);
  process.exit(1);
});
server.listen(port, () => {
  // From here on an error costs one connection, not the server.
  server.removeAllListeners('error').on('error', ({ message }) => console.error(message));
  const address = server.address() as AddressInfo;
  console.log(`The portal is served at http://localhost:${address.port}${facts.base}/`);
});

// The second signal ends the process at once, as it would without these lines.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
  });
}
