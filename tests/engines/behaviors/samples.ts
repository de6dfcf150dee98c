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

/** Copies the first sample of a guide with its button. */
async function copiesSample(page: Page) {
  await page.hover(panel('cURL'));
  await page.click(by('button', /^Copy/, panel('cURL')));
  await page.says(panel('cURL'), 'Copied');
  assert.match(await pasted(page), /^curl 'https:\/\/[^ ]+\/Consent' \\\n {2}--header 'Authorization: /);
}

/** Pastes into a new field: no engine lets a test read the clipboard. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    document.querySelector('textarea')?.remove();
    const field = document.body.appendChild(document.createElement('textarea'));
    field.setAttribute('aria-label', 'Paste here');
    field.focus();
  });
  await page.press('Control+v');
  return page.until('something is pasted', () => document.querySelector('textarea')?.value);
}

export const samples: Subject = {
  name: 'Code samples',
  behaviors: [
    {
      title: 'the copy buttons of a sample and of a page that loads slowly copy and say so',
      run: async ({ page, server }) => {
        await page.goto(examples.guide);
        // WebKit considers a click over after a second.
        server.delay(1_500, /\.md$/);
        await copiesSample(page);
        await page.click(by('button', 'Copy as Markdown'));
        await page.see(by('button', 'Copied'));
        assert.match(await pasted(page), /^---\ntitle: /);
      },
    },
    {
      title: 'without a clipboard for scripts, as over HTTP, the copy button copies the sample and says so',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        await page.evaluate(() => void Object.defineProperty(navigator, 'clipboard', { value: undefined }));
        await copiesSample(page);
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
