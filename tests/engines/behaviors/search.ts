import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { header, main, read, title } from '../site.ts';

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
      title: 'a text typed into the search lists pages, and Enter opens the first, even before it is listed',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.click(button);
        await page.isFocused(field);
        await page.type(QUERY);
        await page.says(dialog, FOUND);
        const first = await page.read(results, (link) => (link as HTMLAnchorElement).pathname);
        assert.notEqual(first, examples.guide);
        await page.press('Enter');
        await page.until('the first result opens', (wanted) => location.pathname === wanted, first);
        await page.goto(examples.guide);
        await page.press('Control+k');
        await page.see(by('heading', 'Popular', dialog));
        await page.type(QUERY);
        await page.press('Enter');
        await page.until('the first result opens', (wanted) => location.pathname === wanted, first);
      },
    },
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
      title: 'the search works on a page that the service worker controls',
      run: async ({ page }) => {
        await read(page, '/webhooks/structure/');
        await read(page, examples.guide);
        await page.press('/');
        await page.isFocused(field);
        await page.type(QUERY);
        await page.says(dialog, FOUND);
        await page.see(results);
      },
    },
    {
      title: 'what is typed before the search arrives stays in its field, and is searched for',
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        server.delay(2_000, /\/_astro\//);
        await page.press('/');
        await page.isFocused(field);
        await page.type(` ${QUERY}`);
        await page.says(dialog, 'Loading…');
        await page.says(dialog, FOUND);
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
          await page.type(QUERY);
          await page.until('the page is of the second deploy', () => /second deploy$/.test(document.title));
          await page.says(dialog, FOUND);
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
        await page.type(QUERY);
        await page.poll('the index is requested', async () =>
          server.requests.some(({ path }) => path.includes('/pagefind/index/')),
        );
        await page.says(dialog, 'Searching');
        await page.says(dialog, 'nothing arrived for 20 seconds', 30_000);
        server.heal();
        await page.click(by('button', 'Retry', dialog));
        await page.says(dialog, FOUND);
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
      title: 'Escape before its code arrives closes it, and it stays closed',
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        server.delay(2_000, /site-search/);
        await page.click(button);
        await page.isFocused(field);
        await page.press('Escape');
        await page.gone(dialog);
        await page.until('its code runs', () => customElements.get('site-search') !== undefined);
        assert.equal(await page.count(dialog), 0);
        await page.click(button);
        await page.isFocused(field);
        await page.type(QUERY);
        await page.says(dialog, FOUND);
      },
    },
    {
      title: 'after the whole site was downloaded, it works while the server is away',
      run: async ({ page, server }) => {
        await page.goto('/offline/');
        await page.click(by('button', 'Keep the whole site'));
        await page.says(main, /The whole site is on this device/, 80_000);
        await server.stop();
        await page.goto(examples.guide);
        await page.click(button);
        await page.isFocused(field);
        await page.type(QUERY);
        await page.says(dialog, FOUND);
        const first = await page.read(results, (link) => (link as HTMLAnchorElement).pathname);
        const name = await page.read(results, (link) => link.textContent);
        assert.notEqual(first, examples.guide);
        await page.press('Enter');
        await page.until('the first result opens', (wanted) => location.pathname === wanted, first);
        await page.says(title, name);
      },
    },
    {
      title: "without a connection it says that it didn't load, and Retry loads it",
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
