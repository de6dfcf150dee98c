import type { Page } from '@playwright/test';
import { apis } from '../../support/published-contracts.ts';
import { examples, expect, openPage, reference, sidebar, test } from '../../support/site.ts';

const [api] = apis.filter(({ interactive }) => interactive === examples.interactive);
const operations = api!.operations;

const section = (page: Page, summary: string) =>
  reference(page).getByRole('region', { name: summary, exact: true });
/** The links that the sidebar marks as what the reader is reading. */
const beingRead = (page: Page) => sidebar(page).locator('[aria-current="location"]');

/** Scrolls an operation to the top, below the header. */
const read = (page: Page, summary: string) =>
  section(page, summary).evaluate((place) => place.scrollIntoView({ behavior: 'instant' }));

test('the sample of an operation is that of its static page', async ({ page }) => {
  const { address, summary } = operations[0]!;
  const code = (text: string | null) => text!.trim().split(/\s*\n\s*/);
  await page.goto(address);
  const sample = page.getByRole('complementary', { name: 'Samples' }).locator('pre:visible').first();
  const expected = code(await sample.innerText());
  expect(expected[0]).toMatch(/^curl 'https:\S+' \\$/);
  await openPage(page, examples.interactive);
  expect(code(await section(page, summary).locator('pre').first().innerText())).toEqual(expected);
});

test('nothing empty sticks to the window while the reader scrolls', async ({ page }) => {
  await openPage(page, examples.interactive);
  for (const width of [390, 768, 996, 997, 1000, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const empty = await reference(page).evaluate((place) =>
      [...place.querySelectorAll<HTMLElement>('*')]
        .filter((each) => ['sticky', 'fixed'].includes(getComputedStyle(each).position))
        .filter((each) => each.checkVisibility() && !each.innerText.trim() && each.scrollHeight > 0)
        .map(({ className }) => className),
    );
    expect(empty, `at ${width} px`).toEqual([]);
  }
});

test('while the reader scrolls, the sidebar marks the operation being read, and only that', async ({
  page,
}) => {
  await openPage(page, examples.interactive);
  for (const { summary, address } of [operations.at(-1)!, operations[0]!, operations[1]!]) {
    await read(page, summary);
    await expect(beingRead(page)).toHaveCount(1);
    await expect(beingRead(page)).toHaveAttribute('href', address);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(beingRead(page)).toHaveCount(0);
});

test('the mark of an assumption shows the reason in place', async ({ page }) => {
  await openPage(page, examples.interactive);
  const mark = section(page, operations[0]!.summary).getByRole('link', { name: 'Assumed' }).first();
  await expect(mark).toHaveClass(/assumed/);
  const reason = await mark.getAttribute('title');
  await mark.click();
  await expect(page.getByText(reason!)).toBeVisible();
  await expect(page).not.toHaveURL(/what-is-assumed/);
});

test('printed, all objects are open, and afterwards as they were', async ({ page }) => {
  const { interactive } = apis.find(({ name }) => name === 'analysis')!;
  await openPage(page, interactive);
  const closed = reference(page).locator('[data-schema-toggle][aria-expanded="false"]');
  const field = reference(page)
    .getByText('The IDs of the consents whose transactions the job analyzes.')
    .first();
  await expect(closed.first()).toBeVisible();
  const count = await closed.count();
  const closedInPrint = await page.evaluate(async () => {
    dispatchEvent(new Event('beforeprint'));
    // Chromium prints after the microtasks of the event.
    await new Promise((resolve) => setTimeout(resolve));
    return document.querySelectorAll('[data-schema-toggle][aria-expanded="false"]').length;
  });
  expect(closedInPrint).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect(field).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(closed).toHaveCount(count);
});
