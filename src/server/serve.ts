import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { precompress } from './precompress.ts';
import { createSiteServer } from './server.ts';

const DEFAULT_PORT = 4321;

const folder = join(process.cwd(), 'dist');
if (!existsSync(join(folder, 'index.html'))) {
  console.error('There is no built site in dist/. Run `npm run build` first.');
  process.exit(1);
}

await precompress(folder);
const port = Number(process.env['PORT'] || DEFAULT_PORT);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`PORT is "${process.env['PORT']}", which is no port. Choose one: PORT=8080 npm start`);
  process.exit(1);
}
createSiteServer(folder)
  .on('error', (error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE'
        ? `Port ${port} is in use. Choose another: PORT=8080 npm start`
        : error.message;
    console.error(reason);
    process.exit(1);
  })
  .listen(port, () => console.log(`The portal is served at http://localhost:${port}/`));
