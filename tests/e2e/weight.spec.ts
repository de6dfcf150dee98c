import { brotliCompressSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import {
  colourModeToggle,
  examples,
  expect,
  openPage,
  searchButton,
  sitePages,
  test,
} from '../support/site.ts';

/** What a typical guide page, the one in the middle of all, may cost on a first visit, in bytes of brotli. */
const BUDGET = 25_000;

/** What the heaviest guide may cost, with its pictures and its samples in six languages. */
const CEILING = 32_000;

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
  const note = (request: Request) => addresses.add(request.url());
  page.on('request', note);
  await visit();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return Promise.all([...addresses].map((address) => weigh(page, address)));
}

const weighed = new Map<string, Promise<Received>>();

/** Asks for a file again, since the browser keeps no body of an icon; each file once. */
function weigh(page: Page, address: string): Promise<Received> {
  const known = weighed.get(address) ?? ask();
  weighed.set(address, known);
  return known;

  async function ask(): Promise<Received> {
    const body = await (await page.request.get(address)).body();
    return { address, text: body.toString('utf8'), bytes: brotliCompressSync(body).length };
  }
}

/** The pages of the five products. */
const isGuide = (path: string) =>
  /^\/(account-information|sequencing|categorization|analysis|webhooks)\//.test(path);

const holding = (received: readonly Received[], mark: string) =>
  received.filter(({ text }) => text.includes(mark)).map(({ address }) => address);

test(`a typical guide costs at most ${BUDGET} bytes on a first visit, and none more than ${CEILING}`, async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const guides = (await sitePages(request)).filter((path) => isGuide(path));
  expect(guides.length).toBeGreaterThan(50);
  const weights: number[] = [];
  for (const path of guides) {
    const loaded = await receivedFor(page, () => page.goto(path));
    const kinds = new Set(
      loaded.map(({ address }) => /\.(\w+)$/.exec(new URL(address).pathname)?.[1] ?? 'html'),
    );
    // The browser asks for the icon on its first page and keeps it: every page counts it.
    kinds.delete('svg');
    expect(kinds, path).toEqual(new Set(['html', 'css', 'js']));
    const received = [
      ...loaded.filter(({ address }) => !address.endsWith('.svg')),
      await weigh(page, new URL('/favicon.svg', page.url()).href),
    ];
    expect(holding(received, REACT), path).toEqual([]);
    const total = received.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total, path).toBeLessThanOrEqual(CEILING);
    weights.push(total);
  }
  weights.sort((one, other) => one - other);
  expect(weights[Math.floor(weights.length / 2)]).toBeLessThanOrEqual(BUDGET);
});

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
  await page.route('**/_astro/scalar/**', () => {
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
