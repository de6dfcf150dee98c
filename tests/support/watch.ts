import type { Page } from '@playwright/test';

/** What a page does that it must not do. */
export interface Faults {
  /** What the browser's console calls an error. */
  errors: string[];
  /** Addresses of other origins that the page asked for. */
  foreign: string[];
}

/** Collects the faults of a page from now on. */
export function watch(page: Page, baseURL: string | undefined): Faults {
  const faults: Faults = { errors: [], foreign: [] };
  page.on('console', (message) => {
    if (message.type() === 'error') faults.errors.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== new URL(baseURL!).origin) faults.foreign.push(request.url());
  });
  return faults;
}

/** Starts to add up the layout shifts of every page that opens in this tab. */
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
