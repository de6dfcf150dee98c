import { expect, test } from '../../support/site.ts';
import { apis } from './contracts.ts';
import { watch } from './watch.ts';

test.use({ stored: { 'colour-mode': 'system' } });

for (const { title, overview, operations } of apis) {
  test(`the static pages of the ${title} stand in both modes, without errors or foreign requests`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(90_000);
    const faults = watch(page, baseURL);
    const pages = [
      { address: overview, heading: `${title} reference` },
      ...operations.map(({ address, summary, deprecated }) => ({
        address,
        heading: deprecated ? `${summary} (deprecated)` : summary,
      })),
    ];
    for (const { address, heading } of pages) {
      await page.emulateMedia({ colorScheme: 'light' });
      const response = await page.goto(address);
      expect(response?.status(), address).toBe(200);
      for (const mode of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: mode });
        await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        const [window, content] = await page.evaluate(() => [
          innerWidth,
          document.documentElement.scrollWidth,
        ]);
        expect.soft(content, `width of ${address}, ${mode}`).toBeLessThanOrEqual(window!);
      }
    }
    await page.waitForLoadState('networkidle');
    expect(faults).toEqual({ errors: [], foreign: [] });
  });
}

test('the documents hold the 25 operations of the ten APIs', () => {
  const all = apis.flatMap(({ operations }) => operations);
  expect(apis).toHaveLength(10);
  expect(all.filter(({ kind }) => kind === 'operation')).toHaveLength(25);
  expect(all.filter(({ kind }) => kind === 'webhook')).toHaveLength(1);
});

test('the list of pages has every page of the reference', async ({ request }) => {
  const listed = ((await (await request.get('/pages.json')).json()) as { href: string }[]).map(
    ({ href }) => href,
  );
  const expected = apis.flatMap(({ overview, interactive, operations }) => [
    overview,
    interactive,
    ...operations.map(({ address }) => address),
  ]);
  expect(listed).toEqual(expect.arrayContaining(expected));
});

for (const { title, overview, operations } of apis) {
  test(`the overview of the ${title} leads to each of its operations`, async ({ page }) => {
    for (const { address } of operations) {
      await page.goto(overview);
      await page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${address}"]`).click();
      await expect(page).toHaveURL(address);
    }
  });
}
