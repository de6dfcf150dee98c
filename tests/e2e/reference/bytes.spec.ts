import { brotliCompressSync, constants } from 'node:zlib';
import type { APIRequestContext, Page } from '@playwright/test';
import { examples, expect, test } from '../../support/site.ts';
import { apis } from './contracts.ts';
import { openInteractive } from './interactive-page.ts';

/** What the part of an interactive page that comes without a script may weigh, in bytes. */
const BUDGET = 35_000;

/** Strings that every build of Scalar's code and of its styles holds, and nothing else on this site. */
const SCALAR = /scalar-api-reference|--scalar-background-1/;

function brotli(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** URLs of the stylesheets that a page links in its HTML. */
function styleSheets(html: string): string[] {
  return [...html.matchAll(/<link\b[^>]*\brel="stylesheet"[^>]*>/g)].map(
    ([tag]) => /\bhref="([^"]+)"/.exec(tag)![1]!,
  );
}

async function textOf(request: APIRequestContext, address: string): Promise<string> {
  const response = await request.get(address);
  expect(response.ok(), address).toBe(true);
  return response.text();
}

/** Every script and stylesheet that a page loads, with its content. */
async function filesOf(page: Page, open: () => Promise<unknown>): Promise<Map<string, string>> {
  const addresses = new Set<string>();
  const note = (request: { url: () => string; resourceType: () => string }) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) addresses.add(request.url());
  };
  page.on('request', note);
  await open();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  const texts = [...addresses].map(async (each) => [each, await textOf(page.request, each)] as const);
  return new Map(await Promise.all(texts));
}

const scalar = (files: Map<string, string>) =>
  [...files].filter(([, text]) => SCALAR.test(text)).map(([address]) => address);

for (const { title, interactive } of apis) {
  test(`the HTML of the ${title}'s interactive page and its styles weigh at most ${BUDGET} bytes`, async ({
    request,
  }) => {
    const html = await textOf(request, interactive);
    const sheets = styleSheets(html);
    expect(sheets.length).toBeGreaterThan(0);
    const texts = await Promise.all(sheets.map((address) => textOf(request, address)));
    for (const text of [html, ...texts]) expect(text).not.toContain('--scalar-background-1');
    const total = [html, ...texts].reduce((sum, text) => sum + brotli(text), 0);
    expect(total).toBeLessThanOrEqual(BUDGET);
  });
}

/** An interactive page is seen to load both in a test below. */
const others = Object.values(examples).filter((path) => path !== examples.interactive);
for (const path of [...others, '/api/']) {
  test(`${path} loads nothing of Scalar, even after scrolling and hovering`, async ({ page }) => {
    const files = await filesOf(page, async () => {
      await page.goto(path);
      await page.mouse.wheel(0, 3_000);
      await page.getByRole('contentinfo').hover();
    });
    expect(files.size).toBeGreaterThan(0);
    expect(scalar(files)).toEqual([]);
  });
}

test('all interactive pages load the same files of Scalar, which caches keep forever', async ({
  page,
  request,
}) => {
  test.setTimeout(60_000);
  // The island of a page names the files that it begins with; those name the others.
  const begins = await Promise.all(
    apis.map(async ({ interactive }) => {
      const island = /<astro-island [^>]*ScalarReference[^>]*>/.exec(await textOf(request, interactive))![0];
      return [...new Set(island.match(/\/_astro\/[\w.-]+/g))].sort();
    }),
  );
  expect(begins[0]!.length).toBeGreaterThanOrEqual(3);
  for (const each of begins) expect(each).toEqual(begins[0]);

  const [first, last] = [apis[0]!, apis.at(-1)!];
  const shared = scalar(await filesOf(page, () => openInteractive(page, first)));
  expect(shared.some((address) => address.endsWith('.js'))).toBe(true);
  expect(shared.some((address) => address.endsWith('.css'))).toBe(true);
  const own = scalar(await filesOf(page, () => openInteractive(page, last)));
  expect(own.sort()).toEqual(shared.sort());
  for (const address of shared) {
    const { 'cache-control': cacheControl } = (await page.request.get(address)).headers();
    expect(cacheControl, address).toMatch(/immutable/);
  }
});

test("Scalar's files are fetched once for all pages", async ({ page }) => {
  const [first, second] = apis;
  await openInteractive(page, first!);
  const fetched = await bytesOfScalar(page);
  expect(fetched.size).toBeGreaterThan(2);
  for (const [file, bytes] of fetched) expect(bytes, file).toBeGreaterThan(0);
  await openInteractive(page, second!);
  expect(await bytesOfScalar(page)).toEqual(new Map([...fetched.keys()].map((file) => [file, 0])));
});

/** How many bytes of each of Scalar's files came from the server, as the browser recorded it. */
async function bytesOfScalar(page: Page): Promise<Map<string, number>> {
  await page.waitForLoadState('networkidle');
  const entries = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /_astro\/(scalar\/|ScalarReference|api-reference)/.test(name))
      .map(({ name, transferSize }) => ({ name, transferSize })),
  );
  // Code is fetched first, and then imported from the cache.
  const bytes = new Map<string, number>();
  for (const { name, transferSize } of entries.sort((one, other) => (one.name < other.name ? -1 : 1)))
    bytes.set(name, (bytes.get(name) ?? 0) + transferSize);
  return bytes;
}
