import { networkInterfaces } from 'node:os';
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';

/**
 * True if this machine has only a loopback network, as in a sandbox. In Chromium, `navigator.onLine` is then `false`,
 * although the tests' servers are reachable, and pages would report every failure as "You're offline."
 */
const hasOnlyLoopback = Object.values(networkInterfaces()).every((addresses) =>
  addresses?.every(({ internal }) => internal),
);

/**
 * Makes a context's pages believe that they're online, unless the test has called `setOffline(true)`. It only changes
 * `navigator.onLine`, not requests, and does nothing on a machine with a network.
 */
export async function seeNetwork(context: BrowserContext): Promise<void> {
  if (!hasOnlyLoopback) return;
  const sessions = new Map<Page, Promise<CDPSession>>();
  let isOffline = false;

  const tell = async (page: Page) => {
    const session = sessions.get(page) ?? context.newCDPSession(page);
    sessions.set(page, session);
    await (await session).send('Network.enable');
    // Without throughput values, Chromium ignores the state. These values don't throttle anything.
    const speeds = { latency: 0, downloadThroughput: 1e9, uploadThroughput: 1e9 };
    await (await session).send('Network.overrideNetworkState', { offline: isOffline, ...speeds });
  };
  // A service worker may run in its own process, which no protocol session reaches.
  const tellWorker = (worker: Worker) =>
    worker
      .evaluate((onLine) => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
      }, !isOffline)
      // The browser stops idle workers, and emits an event when it starts them again.
      .catch(() => undefined);
  context.on('serviceworker', (worker) => void tellWorker(worker));

  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    await tell(page);
    return page;
  };
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (offline) => {
    isOffline = offline;
    await setOffline(offline);
    await Promise.all([...context.pages().map(tell), ...context.serviceWorkers().map(tellWorker)]);
  };
  await Promise.all(context.pages().map(tell));
}
