import { expect, type Page } from '@playwright/test';

/** Starts to record the layout shifts in this tab. Returns a function that expects that nothing has visibly moved. */
export async function recordLayoutShift(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as LayoutShift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const element = (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 100);
          return `${element}\n  from ${JSON.stringify(previousRect)}\n  to ${JSON.stringify(currentRect)}`;
        });
        window.layoutShifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    const shifts = await page.evaluate(() => window.layoutShifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    const moved = shifts.flatMap((shift) => [`${shift.value}:`, ...shift.moved]).join('\n');
    expect(sum, `layout shift\n${moved}`).toBeLessThan(0.05);
  };
}

interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

declare global {
  interface Window {
    layoutShifts: { value: number; moved: string[] }[];
  }
}
