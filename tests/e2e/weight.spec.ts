import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { BrowserContext, Page, Request } from '@playwright/test';
import {
  colorModeToggle,
  examples,
  expect,
  openPage,
  searchButton,
  sitePages,
  test,
} from '../support/site.ts';
import { apis } from './reference/contracts.ts';

/**
 * What guides may cost in bytes of brotli: HTML, styles, scripts and icon of a first visit, and the HTML of a later
 * page, since all guides share their other files.
 */
const guideBudget = { first: 26_000, next: 9_500 };

/** What every page of an operation may cost on a first visit. */
const OPERATION_BUDGET = 30_000;

/** The same for pages of other kinds; an interactive one without its reference, which it fetches once it is shown. */
const otherBudgets = {
  // With pictures, and samples of nine requests.
  [examples.home]: 30_000,
  // The overview grows with each API.
  '/api/': 22_000 + 150 * apis.length,
  [examples.referenceOverview]: 25_500,
  [examples.interactive]: 25_000,
};

/** A string that every build of React holds. */
const REACT = 'react.transitional.element';

interface Received {
  address: string;
  body: Buffer;
}

/** Does something with a page and returns everything that the browser received for it. */
async function receivedFor(page: Page, visit: () => Promise<unknown>): Promise<Received[]> {
  const addresses = new Set<string>();
  const note = (request: Request) => addresses.add(request.url());
  page.on('request', note);
  await visit();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return Promise.all([...addresses].map((address) => receive(page, address)));
}

const received = new Map<string, Promise<Received>>();
const weights = new Map<string, Promise<number>>();

/** In a thread of its own: while this process computes, it can't see that the server has closed an idle connection. */
const compress = promisify(brotliCompress);

/** Requests a file again, because the browser keeps no body of an icon; each file once. */
function receive(page: Page, address: string): Promise<Received> {
  const known =
    received.get(address) ??
    page.request.get(address).then(async (response) => ({ address, body: await response.body() }));
  received.set(address, known);
  return known;
}

/** Bytes of brotli; each file is compressed once. */
function weightOf({ address, body }: Received): Promise<number> {
  const weight = weights.get(address) ?? compress(body).then(({ length }) => length);
  weights.set(address, weight);
  return weight;
}

/** The pages of the five products. */
const isGuide = (path: string) =>
  /^\/(account-information|sequencing|categorization|analysis|webhooks)\//.test(path);

const holdingReact = (files: readonly Received[]) =>
  files.filter(({ body }) => body.includes(REACT)).map(({ address }) => address);

interface Cost {
  path: string;
  /** Bytes of a first visit, and of a later one. */
  first: number;
  next: number;
  /** URLs of what a later page doesn't need to load. */
  files: string;
}

/** What a page costs that loads nothing but HTML, styles, scripts and the icon. */
async function costOf(page: Page, path: string): Promise<Cost> {
  const loaded = await receivedFor(page, () => page.goto(path));
  const kinds = new Set(
    loaded.map(({ address }) => /\.(\w+)$/.exec(new URL(address).pathname)?.[1] ?? 'html'),
  );
  // The browser requests the icon only once. Count it on every page.
  kinds.delete('svg');
  expect(kinds, path).toEqual(new Set(['html', 'css', 'js']));
  expect(holdingReact(loaded), path).toEqual([]);
  const files = [
    ...loaded.filter(({ address }) => !address.endsWith('.svg')),
    await receive(page, new URL('/favicon.svg', page.url()).href),
  ];
  const [html] = loaded.filter(({ address }) => address.endsWith('/'));
  return {
    path,
    first: (await Promise.all(files.map(weightOf))).reduce((sum, weight) => sum + weight, 0),
    next: await weightOf(html!),
    files: files
      .flatMap((each) => (each === html ? [] : each.address))
      .sort()
      .join(' '),
  };
}

/** Costs of many pages, a few at a time: most of a visit is the wait for silence. */
async function costsOf(context: BrowserContext, paths: readonly string[]): Promise<Cost[]> {
  const left = [...paths];
  const lanes = Array.from({ length: 4 }, async () => {
    const page = await context.newPage();
    const costs: Cost[] = [];
    for (let path = left.shift(); path !== undefined; path = left.shift())
      costs.push(await costOf(page, path));
    await page.close();
    return costs;
  });
  return (await Promise.all(lanes)).flat();
}

test('every guide stays within its budget, and loads the same files as other guides', async ({
  context,
  request,
}) => {
  test.setTimeout(120_000);
  const guides = (await sitePages(request)).filter((path) => isGuide(path));
  expect(guides.length).toBeGreaterThan(50);
  const costs = await costsOf(context, guides);
  for (const { path, first, next } of costs) {
    expect.soft(first, path).toBeLessThanOrEqual(guideBudget.first);
    expect.soft(next, path).toBeLessThanOrEqual(guideBudget.next);
  }
  expect(new Set(costs.map(({ files }) => files))).toHaveProperty('size', 1);
});

test('every page of an operation stays within its budget', async ({ context, request }) => {
  test.setTimeout(60_000);
  const operations = (await sitePages(request)).filter((path) => /^\/api\/[^/]+\/\w+\/./.test(path));
  expect(operations.length).toBe(apis.flatMap((api) => api.operations).length);
  for (const { path, first } of await costsOf(context, operations))
    expect.soft(first, path).toBeLessThanOrEqual(OPERATION_BUDGET);
});

for (const [path, budget] of Object.entries(otherBudgets)) {
  test(`${path} stays within its budget`, async ({ page }) => {
    // With data saver an interactive page waits for its button; nothing else depends on that.
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Emulation.setDataSaverOverride' as never, { dataSaverEnabled: true } as never);
    expect((await costOf(page, path)).first).toBeLessThanOrEqual(budget);
  });
}

test('a touch of the toggle loads React, which the test above would find', async ({ page }) => {
  const files = await receivedFor(page, async () => {
    await page.goto(examples.guide);
    await colorModeToggle(page).click();
    await expect(colorModeToggle(page)).toHaveAccessibleName(/dark\. Switch/);
  });
  expect(holdingReact(files)).not.toEqual([]);
});

test('an interactive page has its text before the reference arrives', async ({ page }) => {
  await page.route('**/_astro/scalar/**', () => {
    // Never respond, like an endlessly slow connection.
  });
  await page.goto(examples.interactive, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { name: 'Operations', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Refresh a consent' }).first()).toBeVisible();
});

// Search and toggle are the same everywhere. every-page.spec.ts checks what each page requests initially.
for (const path of [examples.guide, examples.interactive, examples.notFound]) {
  test(`${path} requests nothing from other origins`, async ({ page, baseURL }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('websocket', (socket) => asked.push(socket.url()));
    await openPage(page, path);
    await searchButton(page).click();
    await page.getByRole('dialog').getByRole('textbox').fill('consent');
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await colorModeToggle(page).click();
    await page.waitForLoadState('networkidle');
    expect(asked.length).toBeGreaterThan(3);
    const own = new URL(baseURL!).origin;
    expect(
      asked.filter((address) => !/^(data|blob):/.test(address) && new URL(address).origin !== own),
    ).toEqual([]);
  });
}
