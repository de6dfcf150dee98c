import { examples, expect } from '../../support/site.ts';
import { link, NEXT, OTHER, requestsFor, test } from './support.ts';

test('a pointer or the focus on a link fetches its page once, and the click uses it', async ({
  page,
  server,
}) => {
  await page.goto(server.url + examples.guide);
  await link(page, OTHER.name).focus();
  await expect.poll(() => requestsFor(server, OTHER.path)).toHaveLength(1);
  await link(page, NEXT.name).hover();
  await expect.poll(() => requestsFor(server, NEXT.path)).toHaveLength(1);
  await link(page, NEXT.name).click();
  await expect(page).toHaveURL(server.url + NEXT.path);
  expect(requestsFor(server, NEXT.path)).toHaveLength(1);
});

test('with data saver on, nothing is prefetched', async ({ page, server }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  await page.goto(server.url + examples.guide);
  await link(page, NEXT.name).hover();
  await page.waitForTimeout(500);
  expect(requestsFor(server, NEXT.path)).toEqual([]);
});
