import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import axe from 'axe-core';

/** Everything that WCAG 2.2 asks for at level AA and axe can see, and what axe advises beyond. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A page is the same in the other mode but for its colours. */
const colours = ['color-contrast', 'link-in-text-block'];

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * What axe finds on a page as it stands, in words that lead to the place. It runs in the page itself: its bridge to
 * Playwright sends half a megabyte for each question, and serves frames of other origins, of which the site has none.
 *
 * @param rules - `colours` asks for those alone.
 * @param within - Selector of a part of the page.
 */
export async function violations(
  page: Page,
  rules: 'all' | 'colours' = 'all',
  within = 'html',
): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const options: RunOptions = {
    runOnly: rules === 'all' ? everything : colours,
    resultTypes: ['violations'],
  };
  const found = await page.evaluate(
    async ([part, asked]) => {
      const { violations: results }: AxeResults = await window.axe!.run(part, asked);
      return results.map(({ id, help, nodes }) => ({
        id,
        help,
        count: nodes.length,
        place: nodes[0]?.target.join(' '),
        why: nodes[0]?.failureSummary,
      }));
    },
    [within, options] as const,
  );
  return found.map(({ id, help, count, place, why }) => `${id}, ${count} times: ${help}. ${place}: ${why}`);
}
