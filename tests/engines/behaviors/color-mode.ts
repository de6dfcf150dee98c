import assert from 'node:assert/strict';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by, type Page } from '../page.ts';
import { plant } from '../planted.ts';
import { colorModeToggle, isDark, looks, remember } from '../site.ts';

/** Waits until the toggle announces a mode and the next one. */
const announces = (page: Page, mode: string, next: string) =>
  page.see(by('button', `Color mode: ${mode}. Switch to ${next}.`));

export const colorMode: Subject = {
  name: 'Color mode',
  behaviors: [
    {
      title: 'readers who never chose a mode see a light page, on a dark system too',
      settings: { colorScheme: 'dark' },
      run: async ({ page }) => {
        await page.goto('/');
        await announces(page, 'light', 'dark');
        assert.equal(await page.evaluate(isDark), false);
      },
    },
    {
      title: 'the toggle cycles light, dark, system and announces the current and the next mode',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await announces(page, 'light', 'dark');
        await page.click(colorModeToggle);
        await announces(page, 'dark', 'system');
        await looks(page, 'dark');
        await page.click(colorModeToggle);
        await announces(page, 'system', 'light');
        await looks(page, 'light');
        await page.click(colorModeToggle);
        await announces(page, 'light', 'dark');
        await looks(page, 'light');
      },
    },
    {
      title: 'the chosen mode is stored: it holds after a reload and on other pages',
      run: async ({ page }) => {
        await page.goto('/');
        await page.click(colorModeToggle);
        await looks(page, 'dark');
        await page.reload();
        await announces(page, 'dark', 'system');
        assert.equal(await page.evaluate(isDark), true);
        await page.click(by('link', 'Webhooks', by('contentinfo')));
        await page.arrives('/webhooks/');
        assert.equal(await page.evaluate(isDark), true);
      },
    },
    {
      title: 'while the mode is system, an open page follows the operating system',
      settings: { colorScheme: 'dark' },
      run: async ({ page }) => {
        await remember(page, { 'color-mode': 'system' });
        await page.goto(examples.guide);
        await looks(page, 'dark');
        await page.emulate({ colorScheme: 'light' });
        await looks(page, 'light');
        await page.emulate({ colorScheme: 'dark' });
        await looks(page, 'dark');
        await announces(page, 'system', 'light');
      },
      cannot: {
        webkit: {
          reason:
            'WebKitGTK takes the mode of the system when it starts, and its driver has no switch for it.',
          instead: {
            title: 'while the mode is system, a page opens in the mode of the operating system',
            settings: { colorScheme: 'dark' },
            run: async ({ page, open }) => {
              const onLight = await open({ colorScheme: 'light' });
              for (const [each, mode] of [
                [page, 'dark'],
                [onLight, 'light'],
              ] as const) {
                await remember(each, { 'color-mode': 'system' });
                await each.goto(examples.guide);
                await announces(each, 'system', 'light');
                assert.equal(await each.evaluate(isDark), mode === 'dark');
              }
            },
          },
        },
      },
    },
    {
      title: 'a page in a stored dark mode is never light, not even in its first frame',
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
