import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** The rules for WCAG 2.2 level AA, and axe's best practices. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules to check in the second color mode, which differs only in colors. */
const colors = ['color-contrast', 'link-in-text-block'];

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * Returns the violations that axe finds on a page in its current state, each with its element. axe runs in the page
 * itself, because its Playwright integration sends half a megabyte per run to support cross-origin frames, which the
 * site doesn't use.
 *
 * @param rules - `colors` only checks color rules.
 * @param within - The selector of the part to check.
 */
export async function violations(page: Page, rules: 'all' | 'colors' = 'all', within = 'html') {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const runOnly = rules === 'all' ? everything : colors;
  return page.evaluate(
    async ([part, options]) => {
      // axe doesn't see that a folded sample clips its lines, because it still scrolls sideways.
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('.all-lines')) fold.open = true;
      const { violations: found } = await window.axe!.run(part, options);
      return found.map(({ id, help, nodes: [first, ...others] }) => {
        return `${id}, ${others.length + 1} times: ${help}. ${first?.target.join(' ')}: ${first?.failureSummary}`;
      });
    },
    [within, { runOnly, resultTypes: ['violations'] } as RunOptions] as const,
  );
}

/**
 * Returns the violations of all rules in light mode and of the color rules in dark mode. The page's color mode must be
 * `system`.
 *
 * @param within - The selector of the part to check.
 */
export async function violationsInBothModes(page: Page, within?: string) {
  await toMode(page, 'light');
  const light = await violations(page, 'all', within);
  await toMode(page, 'dark');
  return { light, dark: await violations(page, 'colors', within) };
}

/** The result of {@link violationsInBothModes} for a page without violations. */
export const accessible = { light: [], dark: [] };

async function toMode(page: Page, mode: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: mode });
  await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
  // Wait for the page's script, which hides closed tabs differently.
  const closed = page.locator('starlight-tabs > [role=tabpanel][hidden]:not([aria-hidden=true])');
  await expect(closed).toHaveCount(0);
  const unreachable = () =>
    page.evaluate(() => {
      const blocks = [...document.querySelectorAll<HTMLElement>('.expressive-code pre')];
      const scroll = blocks.filter((pre) => pre.checkVisibility() && pre.scrollWidth > pre.clientWidth);
      return scroll.filter(({ tabIndex }) => tabIndex < 0).length;
    });
  await expect.poll(unreachable, 'code blocks that scroll but cannot be focused').toBe(0);
}
