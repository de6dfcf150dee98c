import { announcementBar, at, examples, expect, header, openPage, sidebar, test } from '../support/site.ts';

test.describe('in print', () => {
  // Samples in C# have the longest lines.
  test.use({ stored: { 'color-mode': 'dark', 'starlight-synced-tabs__language': 'C#' } });

  for (const path of [at('/quickstart/'), examples.guide, examples.operation, examples.interactive]) {
    const tag = path === examples.interactive ? ' @nightly' : '';
    test(`${path} prints text, code, and URL without controls, dark on white${tag}`, async ({ page }) => {
      // A printed page with typical margins is this wide.
      await page.setViewportSize({ width: 680, height: 1123 });
      await openPage(page, path);
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      for (const name of ['Sections', 'Main', 'On this page', 'Footer'])
        await expect(page.getByRole('navigation', { name })).toHaveCount(0);
      await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toBeVisible();
      await expect(header(page)).toContainText(path);
      await expect(announcementBar(page)).toBeHidden();
      await expect(page.getByRole('button')).toHaveCount(0);
      const code = page.locator('main pre:visible');
      const excess = await code.evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));
      expect(excess.length).toBeGreaterThan(0);
      expect(Math.max(...excess), 'pixels of code that are cut off').toBeLessThanOrEqual(1);
      await expect(page.locator('a[rel=prev], a[rel=next]').filter({ visible: true })).toHaveCount(0);
      const texts = await page.evaluate(printedTexts);
      expect(texts.length).toBeGreaterThan(10);
      expect(texts.filter(({ ink, paper }) => paper < 0.85 || ink > 0.65)).toEqual([]);
    });
  }

  test('all details are open', async ({ page }) => {
    await page.goto(examples.withField);
    await page.emulateMedia({ media: 'print' });
    const child = page.getByRole('main').locator('details:not([open])').first().locator('li').first();
    expect((await child.boundingBox())!.height).toBeGreaterThan(10);
    await page.emulateMedia({ media: 'screen' });
    await expect(child).toBeHidden();
  });
});

test.describe('with forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('the current section and the current page are marked', async ({ page }) => {
    await page.goto(examples.guide);
    const marks = [
      page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current]'),
      sidebar(page).locator('[aria-current=page]'),
    ];
    for (const mark of marks) await expect(mark).toHaveCSS('outline-style', 'solid');
    const other = sidebar(page).locator('a:not([aria-current])').first();
    await expect(other).toHaveCSS('outline-style', 'none');
  });

  test('words in diagrams have the text color', async ({ page }) => {
    await page.goto(examples.withFlowchart);
    const diagram = page.getByRole('figure').getByRole('img').first();
    const colors = await diagram.evaluate((picture) => {
      const words = [...picture.querySelectorAll('text, tspan')].map((each) => getComputedStyle(each).fill);
      return { words: [...new Set(words)], ink: getComputedStyle(document.body).color };
    });
    expect(colors.words).toEqual([colors.ink]);
  });
});

/** The visible pieces of text, with the brightness of their color and their background, from 0 (black) to 1 (white). */
function printedTexts(): { text: string; ink: number; paper: number }[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  /** The brightness of colors painted over each other on white, in any format that browsers return. */
  const brightness = (...colors: string[]) => {
    for (const each of ['#fff', ...colors]) {
      canvas.fillStyle = each;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (0.2126 * red! + 0.7152 * green! + 0.0722 * blue!) / 255;
  };
  const papers = (element: Element | null): string[] =>
    element ? [...papers(element.parentElement), getComputedStyle(element).backgroundColor] : [];
  const hasText = (node: Node) => node.nodeType === 3 && node.nodeValue?.trim();
  // Omit text for screen readers.
  const isPrinted = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.sr-only') &&
    element.getBoundingClientRect().width > 1;
  const texts = [...document.querySelectorAll('body *')].filter((each) => [...each.childNodes].some(hasText));
  return texts.filter(isPrinted).map((element) => ({
    text: element.textContent.trim().slice(0, 40),
    ink: brightness(getComputedStyle(element).color),
    paper: brightness(...papers(element)),
  }));
}
