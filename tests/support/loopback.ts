import { networkInterfaces } from 'node:os';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';

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
    await Promise.all(context.pages().map(tell));
  };
  await Promise.all(context.pages().map(tell));
}
