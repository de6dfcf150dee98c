import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { alert, colorModeToggle, looks, read, title } from '../site.ts';

/** Where the island of the toggle begins to render, in its minified code. */
const RENDERS_TOGGLE = /function \w+\(\)\{(?=return\(0,\w+\.jsx\)\(`button`)/;

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
