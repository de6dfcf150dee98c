import assert from 'node:assert/strict';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { header } from '../site.ts';

const button = by('button', 'Search', header);
const dialog = by('dialog', 'Search');
const field = by('textbox', undefined, dialog);
const results = by('link', undefined, dialog);

const QUERY = 'refresh consent';
const FOUND = 'results for refresh consent';

const isNthFocused = (links: HTMLElement[], place: number) => links[place] === document.activeElement;

export const search: Subject = {
  name: 'Search',
  behaviors: [
    {
      title: 'the search lists pages, and Enter opens the first',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.press('Control+k');
        await page.isFocused(field);
        await page.type(QUERY);
        await page.says(dialog, FOUND);
        const first = await page.read(results, (link) => (link as HTMLAnchorElement).pathname);
        assert.notEqual(first, examples.guide);
        await page.press('Enter');
        await page.until('the first result opens', (wanted) => location.pathname === wanted, first);
      },
    },
    {
      title: 'Escape closes the search, with or without text, and returns the focus to its button',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        for (const text of ['', 'consent']) {
          await page.focus(button);
          await page.press('Enter');
          await page.isFocused(field);
          await page.says(dialog, 'Popular');
          if (text) await page.type(text);
          await page.press('Escape');
          await page.gone(dialog);
          await page.isFocused(button);
        }
      },
    },
  ],
  more: [
    {
      title: 'the arrow keys move through the results and back to the field, and Enter opens one',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.click(button);
        await page.isFocused(field);
        await page.type(QUERY);
        await page.says(dialog, FOUND);
        for (const [key, place] of [
          ['ArrowDown', 0],
          ['ArrowDown', 1],
          ['ArrowUp', 0],
          ['ArrowUp', -1],
          ['ArrowDown', 0],
          ['ArrowDown', 1],
        ] as const) {
          await page.press(key);
          if (place === -1) await page.isFocused(field);
          else
            await page.poll(`result ${place} has the focus`, () =>
              page.readAll(results, isNthFocused, place),
            );
        }
        const second = await page.readAll(results, ([, link]) => (link as HTMLAnchorElement).href);
        await page.press('Enter');
        await page.until('the second result opens', (wanted) => location.href === wanted, second);
      },
    },
    {
      title: "without a connection, the search shows that it didn't load, and Retry loads it",
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        await page.see(button);
        await server.stop();
        await page.click(button);
        await page.says(dialog, /didn't load/);
        await server.restart();
        await page.click(by('button', 'Retry', dialog));
        await page.gone(dialog);
        await page.click(button);
        await page.isFocused(field);
        await page.type('consent');
        await page.says(dialog, 'results for consent');
      },
    },
  ],
};
