import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { textOf } from '../support/built-pages.ts';
import { at, boxOf, builtPage, examples, expect, test, viewports } from '../support/site.ts';

const GLOSSARY = at('/glossary/');
/** The first term on a page. */
const term = (page: Page) => page.locator(`main a[href^="${GLOSSARY}#"]`).first();
const [word] = builtPage(examples.guide).all(`main a[href^="${GLOSSARY}#"]`);
const { href: ENTRY = '' } = word!.attribs;
const note = (page: Page) => page.locator('#term-note');
const mark = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Assumed' }).first();
const [assumed] = builtPage(examples.operation).all('main a.assumed');
const { title: REASON = '', href: PLACE = '' } = assumed!.attribs;
const entry = builtPage(GLOSSARY).one(`div:has(> [id="${ENTRY.split('#')[1]}"]) dd`);
/** The beginning of the first term's definition. */
const DEFINITION = textOf(entry).slice(0, 20);

test('a term under the pointer shows its definition; a click opens the glossary', async ({ page }) => {
  await page.clock.install();
  await page.goto(examples.guide);
  await term(page).hover();
  await page.clock.runFor(1_000);
  await expect(note(page)).toContainText(DEFINITION);
  await expect(term(page)).toHaveAccessibleDescription(new RegExp(DEFINITION));
  const { bottom } = await boxOf(term(page));
  expect((await boxOf(note(page))).y).toBeGreaterThanOrEqual(bottom - 4);
  // The pointer can move onto the note.
  await note(page).hover();
  await page.clock.runFor(1_000);
  await expect(note(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(1_000);
  await expect(note(page)).toBeHidden();
  await term(page).click();
  await expect(page).toHaveURL(ENTRY);
});

test('a focused term shows its definition, Tab reaches its links, and Escape closes it for good @firefox-nightly', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(examples.guide);
  await term(page).focus();
  await expect(note(page)).toContainText(DEFINITION);
  expect(await violations(page, 'all', '#term-note')).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(note(page).getByRole('link')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(term(page)).toBeFocused();
  await page.clock.runFor(1_000);
  await expect(note(page)).toBeHidden();
});

test('an assumption marker shows its reason in place, with a link to its entry', async ({ page }) => {
  await page.clock.install();
  await page.goto(examples.operation);
  await expect(mark(page)).toHaveAccessibleDescription(REASON);
  await mark(page).press('Enter');
  await expect(note(page)).toContainText(REASON);
  await page.keyboard.press('Escape');
  await page.clock.runFor(1_000);
  await expect(note(page)).toBeHidden();
  await mark(page).click();
  // The note stays open when the pointer leaves.
  await page.mouse.move(0, 0);
  await page.clock.runFor(1_000);
  await expect(note(page)).toContainText(REASON);
  await expect(page).toHaveURL(examples.operation);
  await note(page).getByRole('link', { name: 'What is assumed' }).click();
  await expect(page).toHaveURL(PLACE);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: viewports.phone });

  test('a tap shows the definition, and a tap elsewhere closes it', async ({ page }) => {
    await page.goto(examples.guide);
    await term(page).tap();
    await expect(note(page)).toContainText(DEFINITION);
    const { x, right } = await boxOf(note(page));
    expect(x).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(viewports.phone.width);
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(note(page)).toBeHidden();
    await expect(page).toHaveURL(examples.guide);
  });

  test('a tap opens the glossary if the definitions fail to load @nightly', async ({ page }) => {
    await page.goto(examples.guide);
    await page.route('**/glossary/', (route) => route.fulfill({ status: 404 }), { times: 1 });
    await term(page).tap();
    await expect(page).toHaveURL(ENTRY);
  });
});
