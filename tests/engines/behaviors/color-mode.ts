import assert from 'node:assert/strict';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by, type Page } from '../page.ts';
import { plant } from '../planted.ts';
import { colorModeToggle, isDark, looks, remember } from '../site.ts';

/** Waits until the name of the toggle has a mode and the next one. */
const isNamed = (page: Page, mode: string, next: string) =>
  page.see(by('button', `Color mode: ${mode}. Switch to ${next}.`));

export const colorMode: Subject = {
  name: 'Color mode',
  behaviors: [
    {
      title:
        'the toggle cycles through light, dark and system, and its name has the current and the next mode',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await isNamed(page, 'light', 'dark');
        await page.click(colorModeToggle);
        await isNamed(page, 'dark', 'system');
        await looks(page, 'dark');
        await page.click(colorModeToggle);
        await isNamed(page, 'system', 'light');
        await looks(page, 'light');
        await page.click(colorModeToggle);
        await isNamed(page, 'light', 'dark');
        await looks(page, 'light');
      },
    },
  ],
  more: [
    {
      title: 'the chosen mode is kept after a reload and on other pages',
      run: async ({ page }) => {
        await page.goto('/');
        await page.click(colorModeToggle);
        await looks(page, 'dark');
        await page.reload();
        await isNamed(page, 'dark', 'system');
        assert.equal(await page.evaluate(isDark), true);
        await page.click(by('link', 'Webhooks', by('contentinfo')));
        await page.arrives('/webhooks/');
        assert.equal(await page.evaluate(isDark), true);
      },
    },
    {
      title: 'while the mode is system, an open page follows the operating system',
      settings: { colorScheme: 'dark' },
      // WebKitGTK reads the color scheme of the system when it starts, and its driver can't change it.
      only: 'firefox',
      run: async ({ page }) => {
        await remember(page, { 'color-mode': 'system' });
        await page.goto(examples.guide);
        await looks(page, 'dark');
        await page.emulate({ colorScheme: 'light' });
        await looks(page, 'light');
        await page.emulate({ colorScheme: 'dark' });
        await looks(page, 'dark');
        await isNamed(page, 'system', 'light');
      },
    },
    {
      title: 'with a stored dark mode, the page is dark from the first frame',
      run: async ({ page, server }) => {
        plant(server, () => {
          const seen: string[] = [];
          Object.assign(window, { seen });
          (function look() {
            const color = document.body && getComputedStyle(document.body).backgroundColor;
            // A body without a color waits for its stylesheet, and browsers draw nothing before that.
            if (color && color !== 'rgba(0, 0, 0, 0)') seen.push(color);
            requestAnimationFrame(look);
          })();
        });
        await remember(page, { 'color-mode': 'dark' });
        // The text arrives long before the script of all pages.
        server.delay(700, /\/_astro\/site\.[^/]+\.js$/);
        await page.goto(examples.guide);
        const colors = await page.until('the page drew twenty frames', () => {
          const { seen } = window as unknown as { seen: string[] };
          return seen.length >= 20 && [...new Set(seen)];
        });
        assert.equal(colors.length, 1, colors.join());
        assert.equal(await page.evaluate(isDark), true);
      },
    },
  ],
};
