import assert from 'node:assert/strict';
import { sampleLanguages } from '../../../src/config/languages.ts';
import type { Subject } from '../behavior.ts';
import { by, type Page } from '../page.ts';

const LIST = '/api/transactions/operations/listtransactions/';

const samples = by('complementary', 'Samples');
const parameters = by('region', 'Query parameters');

const boxOf = (page: Page, target: typeof samples) =>
  page.read(target, (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });

export const operationPages: Subject = {
  name: 'Pages of operations',
  behaviors: [
    {
      title: 'in a wide window samples are beside the fields, and stay there while the reader scrolls',
      settings: { viewport: { width: 1440, height: 900 } },
      run: async ({ page }) => {
        await page.goto(LIST);
        const [fields, beside] = [await boxOf(page, parameters), await boxOf(page, samples)];
        assert.ok(beside.left > fields.right && beside.top < fields.top);
        await page.evaluate(() => document.getElementById('DateFrom')?.scrollIntoView());
        await page.poll('the samples are in the window', async () => {
          const { top, bottom } = await boxOf(page, samples);
          return top >= 0 && bottom <= (await page.evaluate(() => innerHeight));
        });
      },
    },
    {
      title: 'a link to a nested field opens what is closed and shows it',
      run: async ({ page }) => {
        await page.goto(`${LIST}#response.data.amount`);
        await page.until('the field is in the window', () => {
          const field = document.getElementById('response.data.amount');
          const { top = -1, bottom = 0 } = field?.getBoundingClientRect() ?? {};
          return field?.checkVisibility() && top >= 0 && bottom <= innerHeight;
        });
      },
    },
  ],
  more: [
    {
      title: 'in a narrow window samples come before the fields',
      settings: { viewport: { width: 390, height: 800 } },
      run: async ({ page }) => {
        await page.goto(LIST);
        const [fields, above] = [await boxOf(page, parameters), await boxOf(page, samples)];
        assert.ok(above.bottom <= fields.top);
        assert.ok(above.right <= (await page.evaluate(() => innerWidth)));
      },
    },
    {
      title: 'with JavaScript off, every sample and response of an operation shows',
      settings: { javaScript: false },
      run: async ({ page }) => {
        await page.goto('/api/consents/operations/getconsent/');
        const shown = await page.read(samples, (element) =>
          [...element.querySelectorAll('[role=tabpanel]')].map((panel) => panel.checkVisibility()),
        );
        assert.deepEqual(shown, Array(sampleLanguages.length + 2).fill(true));
      },
    },
  ],
};
