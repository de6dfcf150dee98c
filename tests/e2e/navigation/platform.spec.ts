import { blockStorage, examples, expect } from '../../support/site.ts';
import { asked, link, LOADING, LONG, NEXT, OTHER, pressAndSee, test, without } from './support.ts';

/** What a browser may lack, or refuse to a page. */
const interfaces = [
  'navigation',
  'navigator.connection',
  'document.startViewTransition',
  'navigator.serviceWorker',
  'caches',
  'HTMLScriptElement.supports',
];

for (const how of ['missing', 'throwing'] as const) {
  for (const name of interfaces) {
    test(`with ${name} ${how}, links work, pages are prefetched, and slow page loads show feedback`, async ({
      page,
      server,
      shown,
    }) => {
      await without(page, name, how);
      await page.goto(server.url + examples.guide);
      await link(page, OTHER.name).hover();
      await expect.poll(() => asked(server, OTHER.path)).toHaveLength(1);
      await link(page, OTHER.name).click();
      await expect(page).toHaveURL(server.url + OTHER.path);
      server.delay(LONG, NEXT.path);
      await pressAndSee(page, shown);
      await expect(page).toHaveURL(server.url + NEXT.path);
    });
  }

  test(`with all of them ${how}, and storage blocked, too`, async ({ page, server, shown }) => {
    for (const name of interfaces) await without(page, name, how);
    await blockStorage(page);
    await page.goto(server.url + examples.guide);
    server.delay(LONG, NEXT.path);
    await pressAndSee(page, shown);
    await expect(page).toHaveURL(server.url + NEXT.path);
    expect(shown[0]!.text).toBe(LOADING);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('links work, and nothing is prefetched', async ({ page, server }) => {
    await page.goto(server.url + examples.guide);
    await link(page, NEXT.name).hover();
    // The pointer rests on the link while the keyboard follows another one.
    server.delay(500, OTHER.path);
    await link(page, OTHER.name).press('Enter');
    await expect(page).toHaveURL(server.url + OTHER.path);
    expect(asked(server, NEXT.path)).toEqual([]);
    await link(page, NEXT.name).click();
    await expect(page).toHaveURL(server.url + NEXT.path);
  });
});
