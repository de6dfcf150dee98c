import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import axe from 'axe-core';

/** Everything that WCAG 2.2 asks for at level AA and axe can see, and what axe advises beyond. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A page is the same in the other mode but for its colors. */
const colors = ['color-contrast', 'link-in-text-block'];

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * What axe finds on a page as it stands, in words that lead to the place. It runs in the page itself: its bridge to
 * Playwright sends half a megabyte for each question, and serves frames of other origins, of which the site has none.
 *
 * @param rules - `colors` asks for those alone.
 * @param within - Selector of a part of the page.
 */
export async function violations(
  page: Page,
  rules: 'all' | 'colors' = 'all',
  within = 'html',
): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const options: RunOptions = {
    runOnly: rules === 'all' ? everything : colors,
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

/**
 * What axe finds on a page in light mode by every rule, and in dark mode by those of colors. The reader's choice
 * has to be the mode of the system.
 */
export async function violationsInBothModes(page: Page): Promise<{ light: string[]; dark: string[] }> {
  await toMode(page, 'light');
  const light = await violations(page);
  await toMode(page, 'dark');
  return { light, dark: await violations(page, 'colors') };
}

/** What {@link violationsInBothModes} finds on a page without fault. */
export const accessible = { light: [], dark: [] };

async function toMode(page: Page, mode: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: mode });
  await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
  const scalarInOther = page.locator(mode === 'light' ? 'body.dark-mode' : 'body.light-mode');
  await expect(scalarInOther, 'Scalar in the other mode').toHaveCount(0);
  await codeIsReachable(page);
}

/** Waits until a script has made every code block that scrolls a stop of the keyboard. */
export async function codeIsReachable(page: Page): Promise<void> {
  const unreachable = () =>
    page
      .locator('.expressive-code pre')
      .evaluateAll(
        (blocks) => blocks.filter((pre) => pre.scrollWidth > pre.clientWidth && pre.tabIndex < 0).length,
      );
  await expect.poll(unreachable, 'code blocks that scroll and take no focus').toBe(0);
}
