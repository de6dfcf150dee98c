import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { factsFile, readFacts } from '../hosting/site-facts.ts';
import { precompress } from './precompress.ts';
import { createSiteServer } from './server.ts';

const DEFAULT_PORT = 4321;

if (!existsSync('dist/index.html') || !existsSync(factsFile))
  exit('There is no built site in dist/ and hosts/. Run `npm run build` first.');

const port = Number(process.env['PORT'] || DEFAULT_PORT);
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  exit(`PORT is "${process.env['PORT']}", which isn't a port. Choose one: PORT=8080 npm start`);

await precompress('dist');
const facts = readFacts();
const server = createSiteServer('dist', facts);
server.once('error', (error: NodeJS.ErrnoException) => {
  exit(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use. Choose another: PORT=8080 npm start`
      : error.message,
  );
});
server.listen(port, () => {
  const address = server.address() as AddressInfo;
  console.log(`The portal is served at http://localhost:${address.port}${facts.base}/`);
});

function exit(reason: string): never {
  console.error(reason);
  process.exit(1);
}
