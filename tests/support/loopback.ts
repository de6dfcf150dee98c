import { networkInterfaces } from 'node:os';
import type { BrowserContext, Page } from '@playwright/test';

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
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    await sayOnline(page);
    return page;
  };
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (offline) => {
    await setOffline(offline);
    if (!offline) await Promise.all(context.pages().map(sayOnline));
  };
  await Promise.all(context.pages().map(sayOnline));
}

async function sayOnline(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  // Chromium ignores the state without speeds; it limits nothing by them.
  await protocol.send('Network.overrideNetworkState', {
    offline: false,
    latency: 0,
    downloadThroughput: 1e9,
    uploadThroughput: 1e9,
  });
}
