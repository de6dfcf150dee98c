import { existsSync } from 'node:fs';
import { isIPv6, type AddressInfo } from 'node:net';
import { factsFile, readFacts } from '../hosting/site-facts.ts';
import { createSiteServer } from '../hosting/preview-server.ts';

/** By default, only this machine can reach the server. */
const DEFAULT_HOST = '127.0.0.1';

if (!existsSync('dist/index.html') || !existsSync(factsFile))
  exit('There is no built site in dist/ and hosts/. Run `npm run build` first.');

const host = process.env['HOST'] || DEFAULT_HOST;
const facts = readFacts();
const server = createSiteServer('dist', facts);
server.once('error', ({ message }: Error) =>
  exit(`${message}. Choose another port or HOST: PORT=8080 npm start`),
);
server.listen(Number(process.env['PORT'] || 4321), host, () => {
  const { port } = server.address() as AddressInfo;
  const name = host === DEFAULT_HOST ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  console.log(`The portal is served at http://${name}:${port}${facts.base}/`);
});

// As a container's first process, Node ignores these signals unless it has a handler.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => server.close().closeAllConnections());

function exit(reason: string): never {
  console.error(reason);
  process.exit(1);
}
