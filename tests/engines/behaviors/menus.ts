import assert from 'node:assert/strict';
import { examples, viewports } from '../../support/site.ts';
import type { Behavior, Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { header, sidebar } from '../site.ts';

const button = by('button', 'Menu');
const link = by('link', 'Sync mode', sidebar);
const languages = by('button', /language: English$/, header);
const english = by('link', 'English', by('list', 'Languages'));

const mobileMenu = (javaScript: boolean): Behavior => ({
  title: `with JavaScript ${javaScript ? 'on' : 'off'}, the mobile menu opens and closes by its button and by Escape, and its links open pages`,
  settings: { javaScript, viewport: { ...viewports.phone } },
  run: async ({ page }) => {
    await page.goto(examples.guide);
    await page.see(button);
    assert.equal(await page.count(link), 0);
    await page.click(button);
    await page.see(link);
    await page.click(button);
    await page.gone(link);
    await page.click(button);
    await page.see(link);
    await page.press('Escape');
    await page.gone(link);
    await page.isFocused(button);
    await page.press('Enter');
    await page.click(link);
    await page.arrives('/account-information/data-access/sync-mode/');
    assert.equal(await page.count(link), 0);
  },
});

export const menus: Subject = {
  name: 'Menus',
  behaviors: [mobileMenu(true), mobileMenu(false)],
  more: [
    {
      title: 'the language menu opens by its button, marks the current language and closes by Escape',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.see(languages);
        assert.equal(await page.count(english), 0);
        await page.click(languages);
        assert.equal(await page.read(english, (each) => each.ariaCurrent), 'true');
        await page.press('Escape');
        await page.gone(english);
        await page.isFocused(languages);
      },
    },
  ],
};
