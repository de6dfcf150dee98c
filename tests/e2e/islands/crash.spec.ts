import { rm } from 'node:fs/promises';
import { announcement } from '../../../src/config/announcement.ts';
import { announcementBar, colorModeToggle, examples, isAnnounced, viewports } from '../../support/site.ts';
import { builtFile, changedSite, plant } from './changed-site.ts';
import {
  alert,
  drawnOperation,
  expect,
  expectAccessible,
  expectStill,
  interactive,
  openReference,
  test,
  tryAgain,
} from './states.ts';

const THROW = `if(!window.healed)throw Error("planted");`;

/** Where the component of the announcement begins. */
const BAR = /function \w+\(\{id:[^)]+\}\)\{/;

/** The built site, with code in each island that throws while rendering, until the test heals it. */
let broken: string;

test.beforeAll(async () => {
  const scalar = await builtFile(/_astro\/scalar\/.+\.js$/, /__name:`ApiReference`/);
  const toggle = await builtFile(/_astro\/ColorModeToggle\..+\.js$/);
  broken = await changedSite({
    ...plant(toggle, /function \w+\(\)\{(?=return\(0,\w+\.jsx\)\(`button`)/, THROW),
    ...(announcement && plant(await builtFile(/_astro\/AnnouncementBar\..+\.js$/), BAR, THROW)),
    ...plant(scalar, /__name:`Operation`,props:\{id:[^]*?setup\(e\)\{/, THROW),
  });
});
test.afterAll(() => rm(broken, { recursive: true }));

test.beforeEach(({ server }) => server.serve(broken));

const heal = () => (window.healed = true);

for (const mode of ['light', 'dark'] as const) {
  test.describe(`in ${mode} mode`, () => {
    test.use({ stored: {}, viewport: viewports.phone, colorScheme: mode });

    test.beforeEach(async ({ page }) => {
      await page.addInitScript((theme) => localStorage.setItem('color-mode', theme), mode);
    });

    test('a toggle that crashes shows a message, and "Try again" renders it again', async ({
      page,
      server,
    }) => {
      await page.goto(`${server.url}${examples.guide}`);
      await colorModeToggle(page).click();
      await expect(alert(page)).toContainText('This page crashed.', { timeout: 15_000 });
      await expectAccessible(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(announcementBar(page)).toBeVisible({ visible: isAnnounced });

      await tryAgain(page).click();
      await expect(tryAgain(page)).toBeFocused();
      await page.evaluate(heal);
      await tryAgain(page).click();
      await expect(alert(page)).toHaveCount(0);
      await expect(colorModeToggle(page)).toBeFocused();
      const shown = page.locator('html');
      const before = await shown.getAttribute('data-color-mode');
      await colorModeToggle(page).click();
      await expect(shown).not.toHaveAttribute('data-color-mode', before!);
    });

    test('an announcement that crashes shows a message, and "Try again" renders it again', async ({
      page,
      server,
    }) => {
      // Writers may end the announcement, or turn off its button, which this test needs to load the code.
      test.skip(!announcement?.dismissible, 'No announcement that readers can dismiss is in force.');
      await page.goto(`${server.url}${examples.guide}`);
      const dismiss = page.getByRole('button', { name: 'Dismiss announcement' });
      await dismiss.focus();
      await expect(announcementBar(page).getByRole('alert')).toContainText('This page crashed.', {
        timeout: 15_000,
      });
      await expectAccessible(page);
      await page.evaluate(heal);
      await tryAgain(page).click();
      await dismiss.click();
      await expect(announcementBar(page)).toBeHidden();
    });

    test('a reference that crashes shows a message, and "Try again" renders it again', async ({
      page,
      server,
    }) => {
      await openReference(page, `${server.url}${examples.interactive}`);
      await expect(interactive(page).getByRole('alert')).toContainText('This page crashed.', {
        timeout: 15_000,
      });
      await expectAccessible(page);
      await expectStill(page);
      await expect(page.getByRole('link', { name: 'Refresh a consent' }).first()).toBeVisible();
      await expect(interactive(page).getByRole('link', { name: 'page by page' })).toBeVisible();
      await expect(interactive(page).getByRole('status')).toBeEmpty();

      await page.evaluate(heal);
      await tryAgain(page).click();
      await expect(drawnOperation(page)).toBeVisible({ timeout: 15_000 });
      await expect(alert(page)).toHaveCount(0);
    });
  });
}

test("a contract that can't be rendered crashes only the reference", async ({ page, server }) => {
  const { path, text } = await builtFile(/^openapi\/consents\.json$/);
  const folder = await changedSite({
    [path]: JSON.stringify({ ...JSON.parse(text), paths: { '/x': null } }),
  });
  server.serve(folder);
  await openReference(page, `${server.url}${examples.interactive}`);
  await expect(interactive(page).getByRole('alert')).toContainText('This page crashed.', { timeout: 15_000 });
  await colorModeToggle(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await rm(folder, { recursive: true });
});

test('"Try again" fetches a damaged contract again', async ({ page, server }) => {
  const { path } = await builtFile(/^openapi\/consents\.json$/);
  const folder = await changedSite({ [path]: '{"paths":' });
  server.serve(folder);
  await openReference(page, `${server.url}${examples.interactive}`);
  await expect(interactive(page).getByRole('alert')).toContainText('This page crashed.', { timeout: 15_000 });
  server.serve('dist');
  await tryAgain(page).click();
  await expect(drawnOperation(page)).toBeVisible({ timeout: 15_000 });
  await rm(folder, { recursive: true });
});
