import { expect, type Page } from '@playwright/test';

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Expects that nothing has visibly moved since the page began to load, except after input. */
export async function expectNothingMoved(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const entries = observer.takeRecords() as LayoutShift[];
    return entries.map(({ value, hadRecentInput, sources }) => {
      const nodes = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement));
      const moved = nodes.map((each) => each?.outerHTML.slice(0, 100)).join('\n  ');
      return { value: hadRecentInput ? 0 : value, moved };
    });
  });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, shifts.map(({ value, moved }) => `${value}: ${moved}`).join('\n')).toBeLessThan(0.05);
}
