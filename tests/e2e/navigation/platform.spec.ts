import { blockStorage, examples, expect } from '../../support/site.ts';
import { clickAndSee, link, LONG, NEXT, OTHER, requestsFor, test, without } from './support.ts';

/** What a browser may lack, or refuse to a page. */
const interfaces = ['navigation', 'document.startViewTransition', 'caches'];

for (const how of ['missing', 'throwing'] as const) {
  test(`with browser APIs ${how} and storage blocked, pages are prefetched, links work, and slow page loads show feedback`, async ({
    page,
    server,
    shown,
  }) => {
    for (const name of interfaces) await without(page, name, how);
    await blockStorage(page);
    await page.goto(server.url + examples.guide);
    await link(page, OTHER.name).hover();
    await expect.poll(() => requestsFor(server, OTHER.path)).toHaveLength(1);
    await link(page, OTHER.name).click();
    await expect(page).toHaveURL(server.url + OTHER.path);
    server.delay(LONG, NEXT.path);
    await clickAndSee(page, shown);
    await expect(page).toHaveURL(server.url + NEXT.path);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('links work, and nothing is prefetched', async ({ page, server }) => {
    await page.goto(server.url + examples.guide);
    await link(page, NEXT.name).hover();
    await link(page, OTHER.name).press('Enter');
    await expect(page).toHaveURL(server.url + OTHER.path);
    expect(requestsFor(server, NEXT.path)).toEqual([]);
  });
});
