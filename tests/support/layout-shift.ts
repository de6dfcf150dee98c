import { expect, type Page } from '@playwright/test';

/** Records layout shifts in this tab. The returned function checks that nothing has visibly moved. */
export async function recordLayoutShift(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as LayoutShift[]) {
        const nodes = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement));
        const moved = nodes.map((each) => each?.outerHTML.slice(0, 100)).join('\n  ');
        if (!hadRecentInput) window.layoutShifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    const shifts = await page.evaluate(() => window.layoutShifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, shifts.map(({ value, moved }) => `${value}: ${moved}`).join('\n')).toBeLessThan(0.05);
  };
}

interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

declare global {
  interface Window {
    layoutShifts: { value: number; moved: string }[];
  }
}
