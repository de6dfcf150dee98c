import { existsSync } from 'node:fs';
import { isIPv6, type AddressInfo } from 'node:net';
import { factsFile, readFacts } from '../hosting/site-facts.ts';
import { createSiteServer } from '../hosting/preview-server.ts';

/** By default, only this machine can reach the server. */
const DEFAULT_HOST = '127.0.0.1';

if (!existsSync('dist/index.html') || !existsSync(factsFile))
  exit('No build found. Run `npm run build` first.');

const host = process.env['HOST'] || DEFAULT_HOST;
const port = Number(process.env['PORT'] || 4321);
if (!(Number.isInteger(port) && port >= 0 && port < 65_536))
  exit(`PORT must be a number up to 65535, not ${process.env['PORT']}.`);
const facts = readFacts();
const server = createSiteServer('dist', facts);
server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
  exit(
    code === 'EADDRINUSE'
      ? `Port ${port} is in use. Try: PORT=8080 npm run serve`
      : `Can't use HOST or PORT: ${message}`,
  ),
);
server.listen(port, host, () => {
  const address = server.address() as AddressInfo; // with PORT=0, the system has chosen the port
  const name = host === DEFAULT_HOST ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  console.log(`The portal is served at http://${name}:${address.port}${facts.base}/`);
});

// As a container's first process, Node ignores these signals unless it has a handler.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => server.close().closeAllConnections());

function exit(reason: string): never {
  console.error(reason);
  process.exit(1);
}
