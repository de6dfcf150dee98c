import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { at, examples, expect, openPage, test, viewports } from '../support/site.ts';
import stored from './styles.json' with { type: 'json' };

/*
 * Finds lost styles, such as when a package renames a class: each kind of element on each kind of page must look as in
 * styles.json. After an intended change: LOOKS=write npx playwright test --config tests/playwright.config.ts styles
 */

const pages = {
  home: examples.home,
  guide: examples.everything,
  'guide about an API': examples.guide,
  operation: examples.list,
  'reference of an API': examples.referenceOverview,
  'index of the reference': at('/api/'),
  interactive: examples.interactive,
  categories: examples.withField,
  glossary: at('/glossary/'),
  'not found': examples.notFound,
};

/** Selectors of page parts. Those outside the main content start with the name of their region. */
const parts = `
  header, header a[aria-current], header button, .sidebar-pane a:not([aria-current]), footer nav a,
  .sidebar-pane [aria-current=page], nav[aria-label=Breadcrumbs] a, starlight-toc a:not([aria-current]), h1, h2, h3, p, p a,
  p code, li, strong, table, th, td, summary:not(.powershell *), .powershell summary, header kbd, .starlight-aside--note,
  .starlight-aside--caution, .starlight-aside--tip, .starlight-aside__title, .panel,
  .panel-head .title, pre, pre .t-k, pre .t-s, [role=tablist], .tab [role=tab], [role=tab][aria-selected=true],
  ol.sl-steps > li, .sl-link-card, .sl-link-button, figure.diagram, .field, .field dt, .field dt code,
  .type, .required, .limits, .assumed, .term, .method, .deprecated, .facts dt, .samples, .note, .endpoint,
  .pagination-links a, .meta, input, label
`
  .split(',')
  .map((part) => part.trim());

const properties = `
  display position color backgroundColor fontSize fontWeight fontStyle textDecorationLine paddingBlock
  paddingInline marginBlock borderWidth borderStyle borderColor borderRadius listStyleType textTransform
  verticalAlign boxShadow overflowX
`
  .trim()
  .split(/\s+/);

/** The font-independent styles of each part's first visible element. */
function looksOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    ([selectors, names]) => {
      const found = selectors.flatMap((selector) => {
        const inMain = /^(header|footer|\.sidebar|nav|starlight-toc)/.test(selector) ? '' : 'main ';
        const element = [...document.querySelectorAll(inMain + selector)].find((each) =>
          each.checkVisibility(),
        );
        if (!element) return [];
        const style = getComputedStyle(element) as unknown as Record<string, string>;
        // Browsers round to device pixels, and colors come in many formats.
        const round = (value: string) =>
          value.replaceAll(/\d+\.\d+/g, (number) => String(Math.round(+number * 10) / 10));
        return [[selector, names.map((name) => round(style[name] ?? '')).join(' | ')]];
      });
      return Object.fromEntries(found) as Record<string, string>;
    },
    [parts, properties] as const,
  );
}

test('Each kind of element looks the same on each kind of page, narrow and wide', async ({ page }) => {
  const looks: Record<string, Record<string, string>> = {};
  for (const [kind, path] of Object.entries(pages)) {
    await openPage(page, path);
    for (const viewport of [viewports.phone, viewports.desktop]) {
      await page.setViewportSize(viewport);
      await page.mouse.move(0, 0);
      looks[`${kind}, ${viewport.width} px`] = await looksOf(page);
    }
  }
  if (process.env['LOOKS'] === 'write')
    writeFileSync(`${import.meta.dirname}/styles.json`, `${JSON.stringify(looks, null, 2)}\n`);
  else expect(looks, 'elements that look different').toMatchObject(stored);
});
