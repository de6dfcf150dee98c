import { test as base } from './site.ts';
import { UnsteadyServer } from './unsteady-server.ts';

interface Fixtures {
  /** A server for this test alone, with failures that the test controls. */
  server: UnsteadyServer;
}

/** The site's test with its own server and with the service worker allowed. */
export const test = base.extend<Fixtures>({
  server: async ({}, use) => {
    const server = await UnsteadyServer.start();
    await use(server);
    await server.close();
  },
  baseURL: async ({ server }, use) => use(server.url),
  serviceWorkers: 'allow',
});
