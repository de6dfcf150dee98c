import assert from 'node:assert/strict';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by, type Page } from '../page.ts';
import { main } from '../site.ts';
import { openReference, reference } from './reference.ts';

const tab = (name: string) => by('tab', name, main);
const panel = (name: string) => by('tabpanel', name, main);

/** Waits until a language is chosen in every sample of a guide. */
async function isChosen(page: Page, name: string) {
  await page.poll(`${name} is chosen in all samples`, () =>
    page.readAll(tab(name), (tabs) => tabs.length > 1 && tabs.every((each) => each.ariaSelected === 'true')),
  );
}

export const samples: Subject = {
  name: 'Code samples',
  behaviors: [
    {
      title: 'the copy button copies the sample and says so',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.hover(panel('cURL'));
        await page.click(by('button', /^Copy/, panel('cURL')));
        await page.says(panel('cURL'), 'Copied');
        // No engine lets a test read the clipboard; all of them paste.
        await page.evaluate(() => {
          const field = document.body.appendChild(document.createElement('textarea'));
          field.setAttribute('aria-label', 'Paste here');
          field.focus();
        });
        await page.press('Control+v');
        const pasted = await page.until(
          'something is pasted',
          () => document.querySelector('textarea')?.value,
        );
        assert.match(pasted, /^curl 'https:\/\/[^ ]+\/Consent' \\\n {2}--header 'Authorization: /);
      },
    },
  ],
  more: [
    {
      title: 'a language chosen in one sample is chosen in all, on other pages and after a reload too',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.click(tab('Python'));
        await isChosen(page, 'Python');
        await page.says(panel('Python'), 'requests.post(');
        await page.goto('/account-information/authentication/');
        await isChosen(page, 'Python');
        await page.reload();
        await isChosen(page, 'Python');
      },
    },
    {
      title: 'the arrow keys, Home and End choose a language',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.focus(tab('cURL'));
        for (const [key, name] of [
          ['ArrowRight', 'JavaScript'],
          ['End', 'PHP'],
          ['ArrowLeft', 'Java'],
          ['Home', 'cURL'],
        ] as const) {
          await page.press(key);
          await page.isFocused(tab(name));
          await page.see(panel(name));
        }
      },
    },
    {
      title: 'a language chosen in a guide is chosen in the interactive reference',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.click(tab('PHP'));
        await isChosen(page, 'PHP');
        await openReference(page);
        await page.says(reference, /curl_init|<\?php/);
      },
    },
  ],
};
