import assert from 'node:assert/strict';
import { sampleLanguages } from '../../../src/config/languages.ts';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by } from '../page.ts';
import {
  announcementBar,
  colorModeToggle,
  dismissButton,
  header,
  isDark,
  looks,
  main,
  sidebar,
  title,
} from '../site.ts';

export const without: Subject = {
  name: 'Without JavaScript or storage',
  behaviors: [
    {
      title: 'with JavaScript off, a guide shows its text and every language of a sample',
      settings: { javaScript: false },
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.see(title);
        const shown = await page.readAll(by('tabpanel', undefined, main), (panels) =>
          panels.map((panel) => panel.checkVisibility()),
        );
        assert.ok(shown.length >= sampleLanguages.length && shown.every(Boolean));
      },
    },
    {
      title: 'with JavaScript off, links work and controls that need a script are hidden',
      settings: { javaScript: false },
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.see(announcementBar);
        for (const each of [colorModeToggle, by('button', 'Search', header), dismissButton])
          assert.equal(await page.count(each), 0);
        await page.click(by('link', 'Sync mode', sidebar));
        await page.arrives('/account-information/data-access/sync-mode/');
        await page.click(by('link', 'Webhooks', by('navigation', 'Sections')));
        await page.arrives('/webhooks/');
      },
    },
    {
      title: 'with storage blocked, choices apply to the page and nothing breaks',
      settings: { storage: 'blocked' },
      causes: /^Failed to (register|update|get)\b.*ServiceWorker|service worker/i,
      run: async ({ page, engine }) => {
        const use = () => {
          try {
            return String(localStorage.length);
          } catch (error) {
            return (error as Error).name;
          }
        };
        // In WebKit a script blocks it, in pages alone.
        if (engine !== 'webkit') {
          await page.goto('/favicon.svg');
          assert.equal(await page.evaluate(use), 'SecurityError');
        }
        await page.goto(examples.guide);
        await page.click(colorModeToggle);
        await looks(page, 'dark');
        await page.click(by('tab', 'Python', main));
        await page.see(by('tabpanel', 'Python', main));
        await page.click(dismissButton);
        await page.gone(announcementBar);
        await page.reload();
        await page.see(announcementBar);
        assert.equal(await page.evaluate(isDark), false);
      },
    },
  ],
  more: [
    {
      title: 'with JavaScript off, an interactive page shows what it needs and links to the static reference',
      settings: { javaScript: false },
      run: async ({ page }) => {
        await page.goto(examples.interactive);
        const place = by('region', 'Full reference');
        await page.says(place, 'needs JavaScript');
        await page.see(by('link', 'page by page', place));
        await page.see(by('link', /Refresh a consent/, main));
      },
    },
  ],
};
