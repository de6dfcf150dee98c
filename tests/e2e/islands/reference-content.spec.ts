import type { Page } from '@playwright/test';
import { apis, bodiesOf, follow, type Node } from '../../support/published-contracts.ts';
import { examples, expect, openPage, reference, test } from '../../support/site.ts';

const section = (page: Page, summary: string) =>
  reference(page).getByRole('region', { name: summary, exact: true });

test('each operation shows its scopes, parameters, fields, and statuses', async ({ page }) => {
  const { interactive, document, operations } = apis.find(({ name }) => name === 'analysis')!;
  await openPage(page, interactive);
  for (const operation of operations) {
    const { summary, definition } = operation;
    const parameters = (definition.parameters ?? []).map((each: Node) => follow(document, each).name);
    const fields = bodiesOf(document, operation).flatMap(({ schema }) => {
      const body = follow(document, schema);
      return Object.keys((body.items ? follow(document, body.items) : body).properties ?? {});
    });
    const scopes = (definition.security ?? document.security).flatMap((each: Node) =>
      Object.values(each).flat(),
    );
    expect(scopes, summary).not.toEqual([]);
    const statuses = Object.keys(definition.responses);
    await expect(section(page, summary)).toBeVisible();
    const shown = await section(page, summary).innerText();
    const words = new Set(shown.split(/[\s,]+/));
    const missing = [...scopes, ...parameters, ...fields, ...statuses].filter((each) => !words.has(each));
    expect(missing, summary).toEqual([]);
  }
});

test('the sample of an operation is that of its static page', async ({ page }) => {
  const { operations } = apis.find(({ interactive }) => interactive === examples.interactive)!;
  const { address, summary } = operations[0]!;
  const lines = (text: string | null) => text!.trim().split(/\s*\n\s*/);
  await page.goto(address);
  const sample = page.getByRole('complementary', { name: 'Samples' }).locator('pre:visible').first();
  const expected = lines(await sample.innerText());
  expect(expected[0]).toMatch(/^curl 'https:\S+' \\$/);
  await openPage(page, examples.interactive);
  expect(lines(await section(page, summary).locator('pre').first().innerText())).toEqual(expected);
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
