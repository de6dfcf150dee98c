import assert from 'node:assert/strict';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by, type Page } from '../page.ts';
import { colorModeToggle, looks } from '../site.ts';

/** Where Scalar renders the interactive reference. */
export const reference = by('region', 'Full reference');

const rendered = by('button', 'Copy link', reference);

/** Opens an interactive page, scrolls to its reference and waits until Scalar has rendered it. */
export async function openReference(page: Page): Promise<void> {
  await page.goto(examples.interactive);
  await page.read(reference, (place) => place.scrollIntoView());
  await page.see(rendered);
}

/** Whether the first code block of the reference is dark. */
const isCodeDark = (place: HTMLElement) => {
  let element = place.querySelector('pre') as Element | null;
  while (element && getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)')
    element = element.parentElement;
  const [red = 255] = element
    ? (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number)
    : [];
  return red < 128;
};

export const referenceSubject: Subject = {
  name: 'Interactive reference',
  behaviors: [
    {
      title: 'it follows the toggle to dark mode and back, including code',
      run: async ({ page }) => {
        await openReference(page);
        assert.equal(await page.read(reference, isCodeDark), false);
        await page.click(colorModeToggle);
        await looks(page, 'dark');
        await page.poll('code is dark', () => page.read(reference, isCodeDark));
        await page.click(colorModeToggle);
        await looks(page, 'light');
        await page.poll('code is light', async () => !(await page.read(reference, isCodeDark)));
      },
    },
  ],
  more: [
    {
      title: 'when its code fails to load, a message says so, and Retry renders it',
      // Firefox reports it as an error.
      causes: /disallowed MIME type/,
      run: async ({ page, server }) => {
        server.respondWith(503, /_astro\/ScalarReference\./);
        await page.goto(examples.interactive);
        await page.read(reference, (place) => place.scrollIntoView());
        await page.says(by('alert', undefined, reference), "didn't load");
        server.heal();
        await page.click(by('button', 'Retry', reference));
        await page.gone(by('alert', undefined, reference));
        await page.read(reference, (place) => place.scrollIntoView());
        await page.see(rendered);
      },
    },
  ],
};
