import type { Locator, Page } from '@playwright/test';
import { expectNothingMoved } from '../../support/layout-shift.ts';
import { boxOf, examples, expect, header, test, viewports } from '../../support/site.ts';

const LIST = examples.list;

const samples = (page: Page) => page.getByRole('complementary', { name: 'Samples' });
const parameters = (page: Page) => page.getByRole('region', { name: 'Query parameters' });
const fact = (page: Page, term: string) => page.locator(`main dt:text-is("${term}") + dd`);

test('samples are beside the fields, or in a narrow window, above @firefox-nightly', async ({ page }) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto(LIST);
  const [fields, beside] = [await boxOf(parameters(page)), await boxOf(samples(page))];
  expect(beside.x).toBeGreaterThanOrEqual(fields.right);
  expect(beside.right).toBeLessThanOrEqual(viewports.desktop.width);
  const [request, body] = await samples(page).getByRole('tabpanel').filter({ visible: true }).all();
  const isCut = (part: Element) => part.scrollHeight > part.clientHeight;
  expect(await request!.evaluate(isCut), 'a short request is shown in full').toBe(false);
  expect(await body!.locator('pre').first().evaluate(isCut), 'a long response is cut off').toBe(true);
  await expect(body!.getByText(/^All \d+ lines$/).first()).toBeVisible();
  await page.locator('[id="PageToken"]').scrollIntoViewIfNeeded();
  const { y, bottom } = await boxOf(samples(page));
  expect(y).toBeGreaterThanOrEqual((await boxOf(header(page))).bottom);
  expect(bottom).toBeLessThanOrEqual(viewports.desktop.height);
  for (const size of ['lastMobile', 'phone'] as const) {
    await page.setViewportSize(viewports[size]);
    await page.goto(LIST);
    const [call, response] = await samples(page).getByRole('heading').all();
    const title = await boxOf(page.getByRole('heading', { level: 1 }));
    const [above, answer] = [await boxOf(call!), await boxOf(response!)];
    const list = await boxOf(parameters(page));
    expect(above.y).toBeGreaterThan(title.bottom);
    expect(list.y).toBeGreaterThan(above.bottom);
    if (size === 'phone') expect(answer.y).toBeGreaterThan(list.bottom);
    else expect(answer.x).toBeGreaterThan(above.right);
  }
});

test('the lines at the top show the URL, the token, the limit, and the next step', async ({ page }) => {
  await page.goto(examples.operation);
  await expect(fact(page, 'Base URL')).toHaveText(/^https:\/\/\S+ +Assumed/);
  await expect(fact(page, 'Authentication')).toHaveText(/^Bearer token with the scope /);
  await expect(fact(page, 'Limit')).toHaveText(/\d+ requests per /);
  await fact(page, 'Asynchronous').getByRole('link').click();
  await expect(page).toHaveURL(/\/webhooks\//);
  await expect(fact(page, 'Direction')).toContainText('The platform sends this request');
});

for (const [name, tag] of [
  ['phone', ''],
  ['desktop', ' @nightly'],
] as const)
  test(`on a ${name}, nothing moves while an operation page loads${tag}`, async ({ page }) => {
    await page.setViewportSize(viewports[name]);
    await page.goto(LIST, { waitUntil: 'networkidle' });
    await expectNothingMoved(page);
  });

for (const [name, path, id, tags] of [
  ['a nested field', LIST, 'response.data.amount', '@firefox'],
  ['a parameter', LIST, 'PageToken', '@nightly @firefox-nightly'],
  ['a status', examples.operation, 'status-429', '@nightly @firefox-nightly'],
] as const)
  test(`a link to ${name} opens its parents, scrolls to it, and marks it ${tags}`, async ({ page }) => {
    await page.goto(`${path}#${id}`);
    const target = page.locator(`[id="${id}"]`);
    await expect(target).toBeInViewport();
    const looks = () =>
      target.evaluate((element) => {
        const { boxShadow, backgroundColor } = getComputedStyle(element);
        return boxShadow + backgroundColor;
      });
    const marked = await looks();
    await page.evaluate(() => (location.hash = 'responses'));
    expect(await looks()).not.toBe(marked);
  });

test('pointing at a field marks its line of the sample and vice versa @firefox-nightly', async ({ page }) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto(LIST);
  const line = (name: string) =>
    samples(page)
      .locator('.ec-line', { hasText: `"${name}":` })
      .first();
  const field = page.locator('[id="response.data.currency"]');
  const isMarked = (part: Locator) => expect(part).toHaveClass(/pointed/);
  await line('currency').hover();
  await isMarked(field);
  await field.locator('dt').hover();
  await isMarked(line('currency'));
  await line('accountId').hover();
  await isMarked(page.locator('[id="response.data.accountId"]'));
  await expect(field).not.toHaveClass(/pointed/);
  await expect(line('currency')).not.toHaveClass(/pointed/);
});

test('the wheel over a response scrolls the page, not the samples @firefox', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 657 });
  await page.goto(LIST);
  await samples(page).getByText('"data"').first().hover();
  for (let turn = 0; turn < 16; turn++) await page.mouse.wheel(0, 100);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_200);
  const parts = samples(page).locator('xpath=descendant-or-self::*');
  const scrolled = await parts.evaluateAll((all) => all.filter((part) => part.scrollTop > 0));
  expect(scrolled).toEqual([]);
});
