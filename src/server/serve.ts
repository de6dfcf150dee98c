import { existsSync } from 'node:fs';
import { isIPv6, type AddressInfo } from 'node:net';
import { factsFile, readFacts } from '../hosting/site-facts.ts';
import { precompress } from './precompress.ts';
import { createSiteServer } from './server.ts';

const DEFAULT_PORT = 4321;
/** Only this machine can reach it, also as `localhost`. */
const DEFAULT_HOST = '127.0.0.1';

/** What a write fails with in a folder that is only for reading. */
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

if (!existsSync('dist/index.html') || !existsSync(factsFile))
  exit('There is no built site in dist/ and hosts/. Run `npm run build` first.');

const port = Number(process.env['PORT'] || DEFAULT_PORT);
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  exit(`PORT is "${process.env['PORT']}", which isn't a port. Choose one: PORT=8080 npm start`);
const host = process.env['HOST'] || DEFAULT_HOST;

await precompress('dist').catch((error: NodeJS.ErrnoException) => {
  if (!READ_ONLY.includes(error.code ?? '')) throw error;
  console.log("dist/ is read-only, so files that aren't compressed yet are served as they are.");
});
const facts = readFacts();
const server = createSiteServer('dist', facts);
server.once('error', (error: NodeJS.ErrnoException) => {
  exit(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use. Choose another: PORT=8080 npm start`
      : `The server can't listen on HOST "${host}" (${error.message}). For this machine only, unset it.`,
  );
});
server.listen(port, host, () => {
  const address = server.address() as AddressInfo;
  const name = host === DEFAULT_HOST ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  console.log(`The portal is served at http://${name}:${address.port}${facts.base}/`);
});

function exit(reason: string): never {
  console.error(reason);
  process.exit(1);
}
