import type { Page } from '@playwright/test';

/** Errors of a page. */
interface PageErrors {
  /** Errors in the console. */
  errors: string[];
  /** Requested URLs of other origins. */
  foreign: string[];
}

/** Collects the errors of a page from now on. */
export function watch(page: Page, baseURL: string | undefined): PageErrors {
  const found: PageErrors = { errors: [], foreign: [] };
  page.on('console', (message) => {
    if (message.type() === 'error') found.errors.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== new URL(baseURL!).origin) found.foreign.push(request.url());
  });
  return found;
}

/** Starts to sum up the layout shifts of every page in this tab. */
export async function recordLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) window.layoutShift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => window.layoutShift);
}

declare global {
  interface Window {
    layoutShift: number;
  }
}
