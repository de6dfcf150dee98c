import type { Page } from '@playwright/test';
import { sections } from '../../src/config/sections.ts';
import { site } from '../../src/config/site.ts';
import {
  examples,
  expect,
  header,
  isInteractive,
  readersPages,
  readPages,
  sitePages,
  test,
  viewports,
} from '../support/site.ts';

/** The top links of the specification, in order. */
const specified = [
  ['Welcome', '/'],
  ['Account Information', '/account-information/'],
  ['Sequencing', '/sequencing/'],
  ['Categorization', '/categorization/introduction/'],
  ['Analysis', '/analysis/introduction/'],
  ['Webhooks', '/webhooks/'],
  ['API Reference', '/api/'],
];

const topLinks = sections.map(({ label, href }) => [label, href] as const);
const footerLinks = sections.filter(({ inFooter }) => inFooter).map(({ label, href }) => [label, href]);

/** The top link that a page belongs to. */
function sectionOf(path: string): string {
  if (isInteractive(path)) return 'API Reference';
  const folder = path.split('/')[1];
  return topLinks.find(([, href]) => href.split('/')[1] === folder)?.[0] ?? 'Welcome';
}

test('the header shows the product and links to the home page', async ({ page }) => {
  await page.goto(examples.guide);
  await header(page).getByRole('link', { name: site.product, exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('the sections are in the order of the specification, and the footer has all but the first', () => {
  const isSpecified = ([label]: readonly (string | undefined)[]) =>
    specified.some(([each]) => each === label);
  expect(topLinks.filter(isSpecified)).toEqual(specified);
  expect(footerLinks.filter(isSpecified)).toEqual(specified.slice(1));
});

test('the header has a top link for each section, in order', async ({ page }) => {
  await page.goto('/');
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(links).toHaveText(topLinks.map(([label]) => label));
  for (const [index, [, href]] of topLinks.entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', href);
  }
});

/** Doubles the font size by the page's own stylesheets, because the policy blocks any other. */
async function doubleFont(page: Page): Promise<void> {
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} html { font-size: 200% }` });
  });
}

test('with a font twice as large, focus scrolls every top link into view', async ({ page }) => {
  await page.setViewportSize(viewports.firstDesktop);
  await doubleFont(page);
  await page.goto('/');
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(links.last()).not.toBeInViewport({ ratio: 1 });
  await links.first().focus();
  for (const link of (await links.all()).slice(1)) {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 0.99 });
  }
});

test('with a font twice as large, the marked top link is visible initially', async ({ page }) => {
  await page.setViewportSize(viewports.firstDesktop);
  await doubleFont(page);
  await page.goto('/api/');
  const link = page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'API Reference' });
  await expect(link).toHaveAttribute('aria-current', 'true');
  await expect(link).toBeInViewport({ ratio: 0.99 });
});

for (const [label, href] of topLinks) {
  test(`the top link ${label} opens its section and is marked there`, async ({ page }) => {
    await page.goto(label === 'Welcome' ? '/webhooks/' : '/');
    const navigation = page.getByRole('navigation', { name: 'Sections' });
    const link = navigation.getByRole('link', { name: label, exact: true });
    await expect(link).not.toHaveAttribute('aria-current');
    await link.click();
    await expect(page).toHaveURL(href);
    await expect(link).toHaveAttribute('aria-current', 'true');
    await expect(navigation.locator('[aria-current]')).toHaveCount(1);
  });
}

test('every page for readers marks the top link of its own section', async ({ page, request }) => {
  const pages = await readPages(page, await readersPages(request), (document) =>
    [...document.querySelectorAll('nav[aria-label=Sections] [aria-current]')].map(({ textContent }) =>
      textContent.trim(),
    ),
  );
  for (const { path, fact } of pages) expect.soft(fact, path).toEqual([sectionOf(path)]);
});

test('every page for readers marks itself in the sidebar, once', async ({ page, request }) => {
  const pages = await readPages(page, await readersPages(request), (document) =>
    [...document.querySelectorAll('nav[aria-label=Main] [aria-current=page]')].map((link) =>
      link.getAttribute('href'),
    ),
  );
  for (const { path, fact } of pages) expect.soft(fact, path).toEqual([path]);
});

test('the footer has its links in order and the copyright line', async ({ page }) => {
  await page.goto(examples.guide);
  const footer = page.getByRole('contentinfo');
  const links = footer.getByRole('navigation', { name: 'Footer' }).getByRole('link');
  await expect(links).toHaveText(footerLinks.map(([label]) => label!));
  for (const [index, [, href]] of footerLinks.entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', href!);
  }
  await expect(footer.getByText(`Copyright © 2025 ${site.company}`, { exact: true })).toBeVisible();
});

test('every page has the footer', async ({ page, request }) => {
  const pages = await readPages(page, await sitePages(request), (document) =>
    [...document.querySelectorAll('footer nav[aria-label=Footer] a')].map((link) =>
      link.getAttribute('href'),
    ),
  );
  for (const { path, fact } of pages) expect.soft(fact, path).toEqual(footerLinks.map(([, href]) => href));
});

test('the language switcher lists English as the current language and keeps the page', async ({ page }) => {
  await page.goto(examples.guide);
  const english = page.getByRole('list', { name: 'Languages' }).getByRole('link');
  await expect(english).toBeHidden();
  await page.getByRole('button', { name: /language: English/i }).press('Enter');
  await expect(english).toHaveText(['English']);
  await expect(english).toHaveAttribute('aria-current', 'true');
  await expect(english).toHaveAttribute('hreflang', 'en');
  await page.keyboard.press('Escape');
  await expect(english).toBeHidden();
  await page.getByRole('button', { name: /language: English/i }).click();
  await english.click();
  await expect(page).toHaveURL(examples.guide);
});

test('breadcrumbs show the section, the group and the page', async ({ page }) => {
  await page.goto(examples.guide);
  const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(breadcrumbs.getByRole('listitem')).toHaveText([
    'Account Information',
    'Data access',
    'Consents',
  ]);
  await expect(breadcrumbs.locator('[aria-current=page]')).toHaveText('Consents');
  await breadcrumbs.getByRole('link', { name: 'Account Information' }).click();
  await expect(page).toHaveURL('/account-information/');
  await expect(breadcrumbs, 'the first page of a section needs none').toHaveCount(0);
});

test('previous and next go through all pages of a section and never leave it; the home page ends with tasks instead', async ({
  page,
  request,
}) => {
  const paths = await readersPages(request);
  const pages = await readPages(page, paths, (document) => ({
    previous: document.querySelector('a[rel=prev]')?.getAttribute('href'),
    next: document.querySelector('a[rel=next]')?.getAttribute('href'),
  }));
  const neighbours = new Map(pages.map(({ path, fact }) => [path, fact]));
  expect(neighbours.get('/')).toEqual({ previous: undefined, next: undefined });
  const [afterHome] = pages.filter(({ fact }) => fact.previous === '/');
  neighbours.set('/', { previous: undefined, next: afterHome?.path });

  for (const [label, start] of topLinks) {
    const walked: string[] = [];
    for (let path: string | null | undefined = start, from: string | undefined; path;) {
      expect.soft(neighbours.get(path)?.previous, `previous of ${path}`).toBe(from);
      walked.push(path);
      if (walked.length > paths.length) break;
      from = path;
      path = neighbours.get(path)?.next;
    }
    const ofSection = paths.filter((path) => sectionOf(path) === label);
    expect.soft(walked.toSorted(), label).toEqual(ofSection.toSorted());
  }
});

test('previous and next are below the text, with the titles of the pages', async ({ page }) => {
  await page.goto('/webhooks/structure/');
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await page.goto('/webhooks/events/');
  await page.getByRole('link', { name: `Next ${title}` }).click();
  await expect(page).toHaveURL('/webhooks/structure/');
  await page.getByRole('link', { name: /^Previous / }).click();
  await expect(page).toHaveURL('/webhooks/events/');
});
