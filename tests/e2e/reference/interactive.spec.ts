import type { Locator, Page } from '@playwright/test';
import { TOKEN_PLACEHOLDER } from '../../../src/config/samples.ts';
import { violations } from '../../support/axe.ts';
import { apis, follow, type Api, type Node } from '../../support/published-contracts.ts';
import {
  at,
  atRest,
  boxOf,
  colorModeToggle,
  examples,
  expect,
  fits,
  header,
  openPage,
  overflow,
  reference,
  RENDERED,
  renderedOperation,
  scrollToReference,
  searchButton,
  sidebar,
  test,
  viewports,
} from '../../support/site.ts';
import { expectNothingMoved } from '../../support/layout-shift.ts';

const [longest] = apis.toSorted((one, other) => other.operations.length - one.operations.length) as [Api];
const [first, last] = [longest.operations[0]!, longest.operations.at(-1)!];

const heading = (page: Page, summary: string) =>
  reference(page).getByRole('heading', { level: 3, name: summary, exact: true });
const section = (page: Page, summary: string) =>
  reference(page).getByRole('region', { name: summary, exact: true });
const linkToStatic = (page: Page, summary: string) =>
  section(page, summary).getByRole('link', { name: 'Open the page of this operation' });

/** Waits until a heading is in the upper half of the window, below the header. */
async function expectArrival(page: Page, target: Locator) {
  await expect(target).toBeInViewport(RENDERED);
  const { y } = await boxOf(target);
  const { bottom } = await boxOf(header(page));
  expect(y).toBeGreaterThanOrEqual(Math.max(0, bottom));
  expect(y).toBeLessThan(page.viewportSize()!.height / 2);
}

/** Scrolls until Scalar has rendered every operation, because it renders only those near the viewport. */
async function renderAll(page: Page, { operations }: Api): Promise<void> {
  for (const { summary } of operations) {
    await expect(async () => {
      await page.evaluate(() => scrollBy(0, innerHeight));
      await expect(heading(page, summary)).toHaveCount(1, { timeout: 200 });
    }).toPass();
    await heading(page, summary).scrollIntoViewIfNeeded();
  }
}

for (const [name, tag] of [
  ['desktop', '@below-a-path'],
  ['phone', '@nightly'],
] as const)
  test(`on a ${name}, an operation links to the interactive reference and back ${tag}`, async ({ page }) => {
    await page.setViewportSize(viewports[name]);
    await page.goto(at(last.address));
    await page
      .getByRole('main')
      .getByRole('link', { name: 'All operations on one page', exact: true })
      .click();
    await expect(page).toHaveURL(`${at(longest.interactive)}#${last.fragment}`);
    await expectArrival(page, heading(page, last.summary));
    await expect(section(page, last.summary)).toBeFocused();
    await expectNothingMoved(page);
    await linkToStatic(page, last.summary).click();
    await expect(page).toHaveURL(at(last.address));
  });

test('samples keep the language of guides; the sidebar marks the operation in view', async ({ page }) => {
  await page.goto(examples.guide);
  await page.getByRole('tab', { name: 'Python' }).first().click();
  await openPage(page, at(longest.interactive));
  const languages = reference(page).getByRole('button', { name: /(cURL|Python)$/ });
  await expect(languages.first()).toHaveText('Python');
  const [, second, third] = longest.operations;
  for (const { summary } of [first, second!, third!, first]) {
    await section(page, summary).evaluate((operation) => operation.scrollIntoView());
    await expect(sidebar(page).locator('[aria-current="location"]')).toContainText([summary]);
  }
});

test("a fragment with malformed percent-encoding doesn't break the reference @nightly", async ({ page }) => {
  await page.goto(`${at(longest.interactive)}#tag/x%`);
  await scrollToReference(page);
  await expect(heading(page, first.summary)).toBeVisible(RENDERED);
});

test('the reference has all parts, one search, no single-key shortcuts, and no client', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { interactive, document, operations } = apis.find(({ name }) => name === 'analysis')!;
  const [{ address, summary: first }] = operations as [Api['operations'][0]];
  const lines = (text: string) => text.trim().split(/\s*\n\s*/);
  await page.goto(at(address));
  const sample = page.getByRole('complementary', { name: 'Samples' }).locator('pre:visible').first();
  const expected = lines(await sample.innerText());
  await openPage(page, at(interactive));
  for (const { summary, definition } of operations) {
    const security: Node[] = definition.security ?? document.security;
    const scopes = security.flatMap((each) => Object.values(each).flat());
    expect(scopes, summary).not.toEqual([]);
    const parameters = (definition.parameters ?? []).map((each: Node) => follow(document, each).name);
    const messages = [definition.requestBody, ...Object.values(definition.responses)];
    const bodies = messages.flatMap((each) => Object.values<Node>(follow(document, each)?.content ?? {}));
    const fields = bodies.flatMap(({ schema }) => {
      const body = follow(document, schema);
      return Object.keys((body.items ? follow(document, body.items) : body).properties ?? {});
    });
    await expect(section(page, summary)).toBeVisible();
    const words = (await section(page, summary).innerText()).split(/[\s,]+/);
    const names = [...scopes, ...parameters, ...fields, ...Object.keys(definition.responses)];
    expect(words, summary).toEqual(expect.arrayContaining(names));
  }
  expect(lines(await section(page, first).locator('pre').first().innerText())).toEqual(expected);

  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(reference(page).getByRole('navigation')).toHaveCount(0);
  await expect(reference(page).getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /test request|send|^ask|search/i })).toHaveCount(1);
  await expect(searchButton(page)).toBeVisible();
  await page.keyboard.type('/?kst');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Escape');
  // If the policy blocks new styles of Scalar, add them to src/hosting/policy.ts.
  await renderedOperation(page).click();
});

test("Scalar follows the page's color mode; code stays dark @nightly @firefox-nightly", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPage(page, examples.interactive);
  const background = (selector = 'h2') =>
    reference(page)
      .locator(selector)
      .first()
      .evaluate((block) => {
        const backgroundOf = (element: Element | null): string => {
          const color = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
          return color === 'rgba(0, 0, 0, 0)' ? backgroundOf(element!.parentElement) : color;
        };
        return Number(/\d+/.exec(backgroundOf(block))![0]) > 200 ? 'light' : 'dark';
      });
  expect(await background()).toBe('light');
  await colorModeToggle(page).press('Enter');
  await expect.poll(() => background()).toBe('dark');
  await colorModeToggle(page).press('Enter');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => background()).toBe('light');
  expect(await background('pre')).toBe('dark');
});

/** Scrolls to the top, because axe measures a button as smaller if the header covers part of it. */
async function atStart(page: Page): Promise<Page> {
  await page.evaluate(() => scrollTo(0, 0));
  await atRest(page);
  return page;
}

for (const api of apis) {
  test(`the interactive page of the ${api.title} renders each operation, fits every window, and axe finds nothing in either mode @nightly @each-page`, async ({
    page,
  }) => {
    await openPage(page, at(api.interactive));
    await page.waitForLoadState('networkidle');
    await renderAll(page, api);
    for (const { summary, address } of api.operations)
      await expect(linkToStatic(page, summary)).toHaveAttribute('href', at(address));
    if (api.document.security)
      await expect(reference(page).getByText(TOKEN_PLACEHOLDER).first()).toBeVisible();
    expect(await violations(await atStart(page))).toEqual([]);
    await colorModeToggle(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await violations(await atStart(page), 'colors')).toEqual([]);
    for (const viewport of Object.values(viewports)) {
      await page.setViewportSize(viewport);
      await renderAll(page, api);
      expect(await overflow(page), `at ${viewport.width} px`).toEqual(fits);
    }
  });
}
