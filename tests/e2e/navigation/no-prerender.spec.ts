import type { Page } from 'puppeteer-core';
import { examples, expect } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { arrival, follow, linkTo, test } from './reader.ts';
import { asked, NEXT } from './support.ts';

/* When a page is not prerendered, in a browser that could. */

/** Waits for a timer of the page that starts after its own timers for a link, and is longer. */
const untilTimersRan = (reader: Page) =>
  reader.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));

/** Whether each request for the next page, first to last, was sent ahead of a click. */
const sentAhead = (server: UnsteadyServer) =>
  asked(server, NEXT.path).map((headers) => 'sec-purpose' in headers);

test('an interactive reference is prefetched but never prerendered', async ({ reader, server }) => {
  await reader.goto(`${server.url}/api/`);
  server.requests.length = 0;
  await reader.hover(`main a[href="${examples.interactive}"]`);
  await reader.waitForSelector('[data-prefetch]');
  await untilTimersRan(reader);
  expect(await reader.$('[data-prerender]')).toBeNull();
  await expect.poll(() => asked(server, examples.interactive)).toHaveLength(1);
  expect(server.requests.filter(({ path }) => /scalar/i.test(path))).toEqual([]);
  await follow(reader, examples.interactive);
  expect((await arrival(reader, examples.interactive)).ahead).toBe(0);
});

test('a finger on a link prefetches the page without prerendering it', async ({ reader, server }) => {
  const { x, y } = await (await reader.$(linkTo(NEXT.path)))!.clickablePoint();
  await reader.touchscreen.touchStart(x, y);
  await reader.waitForSelector('[data-prefetch]');
  await untilTimersRan(reader);
  expect(await reader.$('[data-prerender]')).toBeNull();
  await reader.touchscreen.touchEnd();
  expect(await arrival(reader, NEXT.path)).toMatchObject({ ahead: 0 });
  expect(sentAhead(server)).toEqual([true]);
});

test.describe('on 2g', () => {
  test.use({ flags: ['--force-effective-connection-type=2G'] });

  test('nothing is prefetched or prerendered', async ({ reader, server }) => {
    await reader.hover(linkTo(NEXT.path));
    await untilTimersRan(reader);
    expect(await reader.$('[data-prefetch], [data-prerender]')).toBeNull();
    await reader.click(linkTo(NEXT.path));
    expect((await arrival(reader, NEXT.path)).ahead).toBe(0);
    expect(sentAhead(server)).toEqual([false]);
  });
});
