import { by, type Page } from './page.ts';

/* Elements and helpers of more than one subject. */

export const header = by('banner');
export const main = by('main');
export const sidebar = by('navigation', 'Main');
export const colorModeToggle = by('button', /^Color mode:/);
export const announcementBar = by('complementary', 'Announcement');
export const dismissButton = by('button', 'Dismiss announcement');
export const title = by('heading', undefined, main);
export const alert = by('alert');

/** Whether the page is dark to the eye, whatever its attributes say. */
export const isDark = () => {
  const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
  return red < 128;
};

/** Waits until the page is dark, or light, to the eye. */
export async function looks(page: Page, mode: 'light' | 'dark'): Promise<void> {
  await page.poll(`the page is ${mode}`, async () => (await page.evaluate(isDark)) === (mode === 'dark'));
}

/** Fills local storage, as earlier visits would have, from a page that runs no script. */
export async function remember(page: Page, values: Record<string, string>): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate((entries) => {
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, Object.entries(values));
}

/** Opens a page and waits until the worker controls it and has stored it with the files that it loads. */
export async function read(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.until(
    `${path} is stored`,
    async (wanted: string) => {
      await navigator.serviceWorker.ready;
      const loaded = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('/_astro/'));
      const found = await Promise.all([wanted, ...loaded].map((url) => caches.match(url)));
      return navigator.serviceWorker.controller !== null && found.every((each) => each !== undefined);
    },
    path,
  );
}
