import { clickAndSee, LOADING, LONG, region, test as feedbackTest } from '../support/navigation-feedback.ts';
import {
  at,
  announcementBar,
  colorModeToggle,
  expect,
  expectTheme,
  header,
  linkTo,
  sidebar,
  test,
  unsteadyTest,
  viewports,
} from '../support/site.ts';

/*
 * "Site behaviour" in section 2 of the specification: a test per sentence, with the sentence as its title. Never delete
 * or weaken a test here. Its sentences about errors are in error-pages.spec.ts, its measures in constants.spec.ts.
 */

const PAGE = at('/webhooks/structure/');
const NEXT = at('/webhooks/events/');

test.describe(() => {
  // Seven pages load faster without scripts, which the sidebar doesn't need.
  test.use({ javaScriptEnabled: false });

  test('Sidebars exist per section: main, webhooks, account information, sequencing, categorization, analysis, api.', async ({
    page,
  }) => {
    /** A page of each section, and another page that only its sidebar lists. */
    const sections = {
      '/quickstart/': '/starters/',
      '/webhooks/': '/webhooks/events/',
      '/account-information/': '/account-information/appscreen/',
      '/sequencing/': '/sequencing/data-access/introduction/',
      '/categorization/introduction/': '/categorization/jobs/auto-start/',
      '/analysis/introduction/': '/analysis/jobs/creating-jobs/',
      '/api/': '/users-api/',
    };
    await page.setViewportSize(viewports.desktop);
    for (const [path, own] of Object.entries(sections)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const current = sidebar(page).locator('[aria-current=page]');
      await expect(current).toBeVisible();
      await expect(current).toHaveAttribute('href', at(path));
      for (const other of Object.values(sections))
        await expect(linkTo(page, at(other)), `${other} on ${path}`).toHaveCount(other === own ? 1 : 0);
    }
  });
});

test('Navbar: light/dark/system colour-mode toggle, language switcher, mobile menu, optional dismissible announcement bar, optional hide-on-scroll.', async ({
  page,
}) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto(PAGE);
  const navbar = header(page);
  await expect(navbar.getByRole('button', { name: /^Color mode: light\./ })).toBeVisible();
  await navbar.getByRole('button', { name: /language/i }).click();
  await expect(navbar.getByRole('link', { name: 'English' })).toBeVisible();
  const menu = page.getByRole('button', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await page.setViewportSize(viewports.phone);
  await expect(menu).toBeVisible();
  // Writers may remove the announcement or its button, and switch on hide-on-scroll. Its test, and one for a site
  // without an announcement, are in tests/build/other-settings.all.test.ts.
  expect(await announcementBar(page).count()).toBeLessThanOrEqual(1);
});

test.describe('on a dark system,', () => {
  test.use({ colorScheme: 'dark' });

  test('Default colour mode is light. The choice is remembered in local browser storage and follows operating-system changes while set to system.', async ({
    page,
  }) => {
    const stored = () => page.evaluate(() => Object.values(localStorage));
    await page.goto('/');
    await expectTheme(page, 'light');
    await colorModeToggle(page).click();
    // Until the button's code has loaded, two clicks count as one.
    await expectTheme(page, 'dark');
    expect(await stored()).toContain('dark');
    await colorModeToggle(page).click();
    await expect(colorModeToggle(page)).toHaveAccessibleName('Color mode: system. Switch to light.');
    expect(await stored()).toContain('system');
    await expectTheme(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectTheme(page, 'light');
    await page.reload();
    await expectTheme(page, 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectTheme(page, 'dark');
  });
});

feedbackTest(
  'A top progress bar appears on navigation after a 200 ms delay. A loading spinner also appears after a 200 ms delay. @firefox',
  async ({ page, server, shown }) => {
    await page.goto(PAGE);
    await expect(region(page)).toHaveRole('status');
    await expect(region(page)).toBeEmpty();
    server.delay(LONG, NEXT);
    await clickAndSee(page, shown, NEXT);
    await expect(page).toHaveURL(NEXT);
    expect(shown.map(({ text }) => text).filter(Boolean)).toEqual([LOADING]);
    expect(shown[0]).toMatchObject({ delay: 200, bar: 'moves', spinner: 'moves' });
    // Timers may be a few milliseconds early.
    expect(shown[0]!.after).toBeGreaterThanOrEqual(190);
    await expect(region(page)).toBeEmpty();
  },
);

unsteadyTest(
  'Page data is prefetched unless the connection is slow (2g) or data-saver is on.',
  async ({ page, server }) => {
    const guide = (name: string) => at(`/account-information/data-access/${name}/`);
    const requests = (path: string) => server.requests.filter((each) => each === path).length;
    const connect = (value: { effectiveType: string; saveData: boolean }) =>
      page.evaluate((connection) => {
        Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
      }, value);
    await page.clock.install();
    await page.goto(guide('introduction'));
    const saving = {
      [guide('accounts')]: { effectiveType: '2g', saveData: false },
      [guide('sync-mode')]: { effectiveType: '4g', saveData: true },
    };
    for (const [path, connection] of Object.entries(saving)) {
      await connect(connection);
      const link = linkTo(page, path);
      await link.focus();
      await link.hover();
      await page.clock.runFor(1_000);
      // A press isn't a click yet.
      for (const press of ['touchstart', 'mousedown']) await link.dispatchEvent(press);
    }
    await connect({ effectiveType: '4g', saveData: false });
    await linkTo(page, guide('consents')).focus();
    await page.clock.runFor(1_000);
    await expect.poll(() => requests(guide('consents'))).toBe(1);
    const link = linkTo(page, guide('transactions'));
    await link.hover();
    await page.clock.runFor(1_000);
    await expect.poll(() => requests(guide('transactions'))).toBe(1);
    for (const path of Object.keys(saving)) expect(requests(path), path).toBe(0);
    await link.click();
    await expect(page).toHaveURL(guide('transactions'));
    expect(requests(guide('transactions')), 'the click uses the prefetched page').toBe(1);
  },
);
