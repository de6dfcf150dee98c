import { networkInterfaces } from 'node:os';
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';

/**
 * Whether this machine has no network but its own, as in a sandbox. Chromium then says `navigator.onLine === false`,
 * although the tests' servers can be reached, and pages would call every failure "You are offline."
 */
const hasOnlyLoopback = Object.values(networkInterfaces()).every((addresses) =>
  addresses?.every(({ internal }) => internal),
);

/**
 * Lets the pages of a context see what they see on a machine with a network: online, unless the test has called
 * `setOffline(true)`. Changes what `navigator` says and no request. Does nothing where there is a network.
 */
export async function seeNetwork(context: BrowserContext): Promise<void> {
  if (!hasOnlyLoopback) return;
  const sessions = new Map<Page, Promise<CDPSession>>();
  let isOffline = false;

  const tell = async (page: Page) => {
    const session = sessions.get(page) ?? context.newCDPSession(page);
    sessions.set(page, session);
    await (await session).send('Network.enable');
    // Chromium ignores the state without speeds; it limits nothing by them.
    const speeds = { latency: 0, downloadThroughput: 1e9, uploadThroughput: 1e9 };
    await (await session).send('Network.overrideNetworkState', { offline: isOffline, ...speeds });
  };
  // A service worker may run in a process of its own, and no protocol session reaches it.
  const tellWorker = (worker: Worker) =>
    worker
      .evaluate((onLine) => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
      }, !isOffline)
      // The browser stops workers that have nothing to do, and tells when it starts them again.
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
