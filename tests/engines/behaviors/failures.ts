import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { alert, colorModeToggle, looks, read, title } from '../site.ts';

/** Where the island of the toggle begins to render, in its minified code. */
const RENDERS_TOGGLE = /function \w+\(\)\{(?=return\(0,\w+\.jsx\)\(`button`)/;

const STYLES = /_astro\/layout\.[^/]+\.css/;

const isStyled = () => getComputedStyle(document.querySelector('header')!).position === 'sticky';

const isLoading = (regions: HTMLElement[]) => regions.some(({ innerText }) => innerText === 'Loading…');

export const failures: Subject = {
  name: 'Failures',
  behaviors: [
    {
      title: 'a control that crashes says "This page crashed.", and Try again renders it again',
      causes: /planted/,
      run: async ({ page, server }) => {
        server.rewrite('text/javascript', (code) =>
          code.replace(RENDERS_TOGGLE, (start) => `${start}if(!window.healed)throw Error("planted");`),
        );
        await page.goto(examples.guide);
        await page.click(colorModeToggle);
        await page.says(alert, 'This page crashed.');
        await page.see(title);
        await page.evaluate(() => Object.assign(window, { healed: true }) && true);
        await page.click(by('button', 'Try again', alert));
        await page.gone(alert);
        await page.isFocused(colorModeToggle);
        await page.click(colorModeToggle);
        await looks(page, 'dark');
      },
    },
    {
      title: 'after a deploy, a click on a control of an open page reloads the page, and is done afterwards',
      run: async ({ page, server }) => {
        const second = await anotherDeploy();
        try {
          await page.goto(examples.guide);
          server.serve(second);
          await page.click(colorModeToggle);
          await page.until('the page is of the second deploy', () => /second deploy$/.test(document.title));
          await page.arrives(examples.guide);
          await looks(page, 'dark');
          assert.equal(await page.count(alert), 0);
        } finally {
          await rm(second, { recursive: true });
        }
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
      cannot: {
        firefox: {
          reason:
            'Firefox shows a page only once its stylesheets have arrived or failed, even those that a script has removed.',
          instead: {
            title: 'a page whose styles are late shows with them when they arrive',
            run: async ({ page, server }) => {
              server.delay(12_000, STYLES);
              await page.goto(examples.guide);
              await page.until('the page has its styles', isStyled);
              await page.see(title);
              await page.gone(alert);
            },
          },
        },
      },
    },
    {
      title:
        'code of a control that a host sends with the wrong type is reported, and Retry fetches it again',
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        server.send(/_astro\/ColorModeToggle\./, 'export const wrong = true;', {
          type: 'text/plain',
          cache: 'max-age=31536000, immutable',
        });
        await page.click(colorModeToggle);
        await page.says(alert, 'a file of the wrong type');
        server.heal();
        await page.click(by('button', 'Retry', alert));
        await looks(page, 'dark');
      },
    },
    {
      title: 'the login of a captive portal in place of a control is reported, and the page stays',
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        server.send(/^/, '<h1>Log in to this network</h1>');
        await page.click(colorModeToggle);
        await page.says(alert, 'a page instead of the file');
        server.heal();
        await page.click(by('button', 'Retry', alert));
        await looks(page, 'dark');
      },
    },
    {
      title: 'a control whose code is slow says that it is loading',
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        server.delay(2_000);
        await page.click(colorModeToggle);
        await page.poll('it is loading', () => page.readAll(by('status'), isLoading));
        await looks(page, 'dark');
        await page.poll('it is loaded', async () => !(await page.readAll(by('status'), isLoading)));
      },
    },
    {
      title: 'after a deploy, a page that was read comes from the server again',
      run: async ({ page, server }) => {
        const second = await anotherDeploy();
        try {
          await read(page, '/webhooks/structure/');
          server.serve(second);
          await page.reload();
          await page.until('the page is of the second deploy', () => /second deploy$/.test(document.title));
          assert.equal(await page.count(by('button', 'Retry')), 0);
        } finally {
          await rm(second, { recursive: true });
        }
      },
    },
  ],
};
