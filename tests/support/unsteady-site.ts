import { test as base } from './site.ts';
import { UnsteadyServer } from './unsteady-server.ts';

interface Fixtures {
  /** The site of this test alone, behind a line that the test can break. */
  server: UnsteadyServer;
}

/** The site's test with a server of its own and the service worker allowed. */
export const test = base.extend<Fixtures>({
  server: async ({}, use) => {
    const server = await UnsteadyServer.start();
    await use(server);
    await server.close();
  },
  baseURL: async ({ server }, use) => use(server.url),
  serviceWorkers: 'allow',
});
