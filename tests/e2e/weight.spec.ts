import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { colourModeToggle, examples, expect, openPage, searchButton, test } from '../support/site.ts';

/** What a typical guide page may cost on a first visit, in bytes of brotli. */
const BUDGET = 25_000;

/** A string that every build of React holds, and one that every build of Scalar's reference holds. */
const REACT = 'react.transitional.element';
const SCALAR = 'scalar-app';

interface Received {
  address: string;
  text: string;
  bytes: number;
}

/** Does something with a page and returns everything that the browser received for it. */
async function receivedFor(page: Page, visit: () => Promise<unknown>): Promise<Received[]> {
  const addresses = new Set<string>();
  page.on('request', (request) => addresses.add(request.url()));
  await visit();
  await page.waitForLoadState('networkidle');
  const received: Received[] = [];
  for (const address of addresses) {
    // Asked for again, since the browser keeps no body of an icon or of a stylesheet for print.
    const body = await (await page.request.get(address)).body();
    received.push({ address, text: body.toString('utf8'), bytes: brotliCompressSync(body).length });
  }
  return received;
}

const holding = (received: readonly Received[], mark: string) =>
  received.filter(({ text }) => text.includes(mark)).map(({ address }) => address);

for (const path of [examples.guide, '/webhooks/events/', '/sequencing/']) {
  test(`${path} costs at most ${BUDGET} bytes on a first visit, none of them React's`, async ({ page }) => {
    const received = await receivedFor(page, () => page.goto(path));
    const kinds = received.map(({ address }) => /\.(\w+)$/.exec(new URL(address).pathname)?.[1] ?? 'html');
    expect(new Set(kinds), 'what counts').toEqual(new Set(['html', 'css', 'js', 'svg']));
    expect(holding(received, REACT)).toEqual([]);
    const total = received.reduce((sum, { bytes }) => sum + bytes, 0);
    const list = received.map(({ address, bytes }) => `${bytes} ${new URL(address).pathname}`).join('\n');
    expect(total, list).toBeLessThanOrEqual(BUDGET);
  });
}

test('a touch of the toggle loads React: the test above would see it', async ({ page }) => {
  const received = await receivedFor(page, async () => {
    await page.goto(examples.guide);
    await colourModeToggle(page).click();
    await expect(colourModeToggle(page)).toHaveAccessibleName(/dark\. Switch/);
  });
  expect(holding(received, REACT)).not.toEqual([]);
});

const otherKinds = Object.values(examples).filter((path) => path !== examples.interactive);
for (const path of otherKinds) {
  test(`${path} loads neither Scalar's code nor its styles`, async ({ page }) => {
    const received = await receivedFor(page, () => page.goto(path));
    expect(received.length).toBeGreaterThan(3);
    expect(holding(received, SCALAR)).toEqual([]);
  });
}

test('an interactive page loads both: the tests above would see them', async ({ page }) => {
  const received = await receivedFor(page, () => openPage(page, examples.interactive));
  const found = holding(received, SCALAR);
  expect(found).toContainEqual(expect.stringMatching(/\.js$/));
  expect(found).toContainEqual(expect.stringMatching(/\.css$/));
});

test('an interactive page has its text before the reference arrives', async ({ page }) => {
  await page.route('**/ScalarReference*', () => {
    // Never answered: the line is endlessly slow.
  });
  await page.goto(examples.interactive, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { name: 'Operations', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Refresh a consent' }).first()).toBeVisible();
});

for (const path of Object.values(examples)) {
  test(`${path} asks no other origin for anything`, async ({ page, baseURL }) => {
    const received: string[] = [];
    page.on('request', (request) => received.push(request.url()));
    page.on('websocket', (socket) => received.push(socket.url()));
    await openPage(page, path);
    await searchButton(page).click();
    await page.getByRole('dialog').getByRole('textbox').fill('consent');
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await colourModeToggle(page).click();
    await page.waitForLoadState('networkidle');
    expect(received.length).toBeGreaterThan(3);
    const own = new URL(baseURL!).origin;
    expect(
      received.filter((address) => !/^(data|blob):/.test(address) && new URL(address).origin !== own),
    ).toEqual([]);
  });
}
