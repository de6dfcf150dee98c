import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { alert, announcementBar, colorModeToggle, dismissButton, title } from '../site.ts';

const STYLES = /_astro\/layout\.[^/]+\.css/;

const isStyled = () => getComputedStyle(document.querySelector('header')!).position === 'sticky';

/** Wraps the content of each text node in elements, as a browser that translates a page does. The words stay. */
function replaceTexts() {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  for (const node of nodes.filter(({ parentElement }) => !parentElement?.closest('script, style'))) {
    const element = document.createElement('span');
    element.append(document.createElement('span'));
    element.firstElementChild!.textContent = node.data;
    node.replaceWith(element);
  }
  return true;
}

export const failures: Subject = {
  name: 'Failures',
  behaviors: [
    {
      title: 'after a deploy, a click on a control of an open page loads the new page',
      // Firefox reports the not-found page in place of a script of the first deploy, unless it has left the page by then.
      causes: /disallowed MIME type/,
      run: async ({ page, server }) => {
        const second = await anotherDeploy();
        // Not at the end of the row: the browser may still request files of the page.
        process.once('exit', () => rmSync(second, { recursive: true }));
        await page.goto(examples.guide);
        server.serve(second);
        await page.click(colorModeToggle);
        await page.until('the page is of the second deploy', () => /second deploy$/.test(document.title));
        await page.arrives(examples.guide);
        assert.equal(await page.count(alert), 0);
      },
    },
    {
      title:
        'HTML in place of the styles is reported, and Reload fetches the styles, even if the HTML is cached',
      // Firefox reports it as an error.
      causes: /was not loaded because its MIME type/,
      run: async ({ page, server }) => {
        server.send(STYLES, '<!DOCTYPE html><h1>Log in</h1>', { cache: 'max-age=31536000, immutable' });
        await page.goto(examples.guide);
        await page.says(alert, "The styles didn't load.");
        server.heal();
        await page.click(by('button', 'Reload', alert));
        await page.gone(alert);
        await page.until('the page has its styles', isStyled);
      },
    },
    {
      title: 'a control whose code fails to load shows a message, and Retry loads it',
      // Firefox reports it as an error.
      causes: /disallowed MIME type/,
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        server.respondWith(503, /_astro\/ColorModeToggle\./);
        await page.click(colorModeToggle);
        await page.see(alert);
        server.heal();
        await page.click(by('button', 'Retry', alert));
        await page.gone(alert);
        await page.click(colorModeToggle);
        await page.until('the mode changes', () => document.documentElement.dataset['colorMode'] !== 'light');
      },
    },
    {
      title: 'on a page that translation has changed, both controls work at the first press',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.evaluate(replaceTexts);
        await page.click(by('button', /^Color mode:/));
        await page.until('the page is dark', () => document.documentElement.dataset['theme'] === 'dark');
        await page.click(dismissButton);
        await page.gone(announcementBar);
      },
    },
  ],
  more: [
    {
      title:
        'a page whose styles hang shows after ten seconds, says so, and gets its styles when they arrive',
      run: async ({ page, server }) => {
        server.delay(16_000, STYLES);
        // The load isn't complete before the styles are there.
        const loaded = page.goto(examples.guide);
        await page.says(alert, "The styles didn't load.");
        await page.see(title);
        assert.equal(await page.evaluate(isStyled), false);
        await loaded;
        await page.until('the page has its styles', isStyled);
        await page.gone(alert);
      },
      // Firefox only shows a page once its stylesheets have arrived or failed.
      only: 'webkit',
    },
  ],
};
