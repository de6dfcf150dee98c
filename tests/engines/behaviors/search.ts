import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { header, read } from '../site.ts';

const button = by('button', 'Search', header);
const dialog = by('dialog', 'Search');
const field = by('textbox', undefined, dialog);
const results = by('link', undefined, dialog);

export const search: Subject = {
  name: 'Search',
  behaviors: [
    {
      title: 'a text typed into the search lists pages, and Enter opens one',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.click(button);
        await page.isFocused(field);
        await page.type('refresh consent');
        await page.says(dialog, 'results for refresh consent');
        const path = await page.read(results, (link) => (link as HTMLAnchorElement).pathname);
        await page.press('ArrowDown');
        await page.isFocused(results);
        await page.press('Enter');
        await page.until('the result opens', (wanted) => location.pathname === wanted, path);
        assert.notEqual(path, examples.guide);
      },
    },
    {
      title: 'the search works on a page that the service worker controls',
      run: async ({ page }) => {
        await read(page, '/webhooks/structure/');
        await read(page, examples.guide);
        await page.press('/');
        await page.isFocused(field);
        await page.type('refresh consent');
        await page.says(dialog, 'results for refresh consent');
        await page.see(results);
      },
    },
    {
      title: 'what is typed before the search arrives stays in its field, and is searched for',
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        server.delay(2_000);
        await page.press('/');
        await page.isFocused(field);
        await page.type(' refresh consent');
        await page.says(dialog, 'Loading…');
        await page.says(dialog, /results for +refresh consent/);
        await page.isFocused(field);
      },
    },
    {
      title: 'after a deploy, a search that was begun reloads the page, and goes on there',
      run: async ({ page, server }) => {
        const second = await anotherDeploy();
        try {
          await page.goto(examples.guide);
          server.serve(second);
          server.delay(2_000, /site-search/);
          await page.click(button);
          await page.isFocused(field);
          await page.type('refresh consent');
          await page.until('the page is of the second deploy', () => /second deploy$/.test(document.title));
          await page.says(dialog, 'results for refresh consent');
        } finally {
          await rm(second, { recursive: true });
        }
      },
    },
    {
      title: 'when the server never sends its index, it says so after 20 seconds, and Retry searches',
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        server.stall(/pagefind\/index\//, 0);
        await page.click(button);
        await page.isFocused(field);
        await page.type('refresh consent');
        await page.poll('the index is requested', async () =>
          server.requests.some(({ path }) => path.includes('/pagefind/index/')),
        );
        await page.says(dialog, 'Searching');
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        await page.says(dialog, 'nothing arrived for 20 seconds');
        server.heal();
        await page.click(by('button', 'Retry', dialog));
        await page.says(dialog, 'results for refresh consent');
      },
    },
    {
      title: 'Escape closes it, also with a text in it, and gives the focus back to its button',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        for (const text of ['', 'consent']) {
          await page.focus(button);
          await page.press('Enter');
          await page.isFocused(field);
          if (text) await page.type(text);
          await page.press('Escape');
          await page.gone(dialog);
          await page.isFocused(button);
        }
      },
    },
    {
      title: 'without a connection it says that it did not load, and Retry loads it',
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        await page.see(button);
        await server.stop();
        await page.click(button);
        await page.says(dialog, /didn't load/);
        await server.restart();
        await page.click(by('button', 'Retry', dialog));
        await page.isFocused(field);
        await page.type('consent');
        await page.says(dialog, 'results for consent');
      },
    },
  ],
};
