import { readFile, rm } from 'node:fs/promises';
import { blockStorage, examples, viewports } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { apis } from '../../support/published-contracts.ts';
import { builtFile, changedSite, renamed } from './changed-site.ts';
import {
  alert,
  RENDER_TIMEOUT,
  drawnOperation,
  expect,
  expectDrawnAfterReload,
  loadButton,
  REFERENCE_CODE,
  expectAccessible,
  expectStill,
  interactive,
  loadsOf,
  openReference,
  retry,
  test,
} from './states.ts';

const path = examples.interactive;
const [operation] = apis.find(({ interactive: address }) => address === path)!.operations;

test.describe('on a fast connection', () => {
  test.use({ viewport: viewports.phone });

  test("the reference's code loads when the reader comes near it, and runs when it is visible", async ({
    page,
    server,
  }) => {
    await page.goto(server.url + path);
    await page.waitForLoadState('networkidle');
    await expect(loadButton(page)).toBeHidden();
    const fetched = () => server.requests.filter((each) => REFERENCE_CODE.test(each.path));
    expect(fetched()).toEqual([]);

    // Its place is still 200 px below the window.
    await interactive(page).evaluate((place) =>
      scrollTo({ top: place.getBoundingClientRect().top - innerHeight - 200, behavior: 'instant' }),
    );
    await expect(async () => {
      const before = fetched().length;
      expect(before).toBeGreaterThan(3);
      await page.waitForTimeout(1_000);
      expect(fetched()).toHaveLength(before);
    }).toPass(RENDER_TIMEOUT);
    const times = await page.evaluate(
      (code) => ({
        shown: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
        asked: performance
          .getEntriesByType('resource')
          .filter(({ name }) => new RegExp(code).test(name))
          .map(({ startTime }) => startTime),
      }),
      REFERENCE_CODE.source,
    );
    expect(times.asked.length).toBeGreaterThan(3);
    expect(Math.min(...times.asked)).toBeGreaterThan(times.shown);
    await expect(drawnOperation(page)).toHaveCount(0);

    const asked = server.requests.length;
    await interactive(page).getByRole('link', { name: 'page by page' }).focus();
    await expect(drawnOperation(page)).toBeVisible(RENDER_TIMEOUT);
    expect(server.requests.slice(asked).filter((each) => REFERENCE_CODE.test(each.path))).toEqual([]);
    await expectStill(page);
  });

  test('a link to an operation renders the reference immediately, also on the same page', async ({
    page,
    server,
  }) => {
    await page.goto(server.url + path);
    await page.waitForLoadState('networkidle');
    await expect(drawnOperation(page)).toHaveCount(0);
    await page.evaluate((fragment) => (location.hash = fragment), operation!.fragment);
    await expect(drawnOperation(page)).toBeVisible(RENDER_TIMEOUT);
  });
});

test('the spinner shows after 200 ms, is announced, and disappears', async ({ page, server }) => {
  server.delay(1_500, /_astro\/ScalarReference/);
  await openReference(page, server.url + path);
  await expect(interactive(page).getByRole('status')).toHaveText('The full reference is loading…');
  await expect(drawnOperation(page)).toBeVisible(RENDER_TIMEOUT);
  await expect(interactive(page).getByRole('status')).toBeEmpty();
  const { said, asked } = await page.evaluate(() => ({
    said: window.said[0]!.at,
    asked: performance.getEntriesByType('resource').find(({ name }) => /ScalarReference/.test(name))!
      .startTime,
  }));
  expect(said - asked).toBeGreaterThanOrEqual(195);
  await expectStill(page);
});

const files = {
  'the code of the island': /_astro\/ScalarReference\./,
  "React's code": /_astro\/client\./,
  "Scalar's code": /_astro\/scalar\/chunks\/markdown/,
  'the styles': /_astro\/api-reference\./,
  'the OpenAPI document': /openapi\/consents\.json/,
};
const troubles: Record<string, { cause: (server: UnsteadyServer, file: RegExp) => void; text: RegExp }> = {
  'responds with 503': {
    cause: (server, file) => server.respondWith(503, file),
    text: /responded to .* with 503/,
  },
  'is dropped': { cause: (server, file) => server.drop(file), text: /Failed to fetch/ },
  'breaks off': {
    cause: (server, file) => server.truncate(file, 900),
    text: /network error|Failed to fetch/,
  },
  'has the wrong type, also in the cache': {
    cause: (server, file) =>
      server.send(file, 'export const wrong = true;', {
        type: 'text/plain',
        cache: 'max-age=31536000, immutable',
      }),
    text: /with a file of the wrong type/,
  },
};
for (const [what, file] of Object.entries(files)) {
  // All files are fetched in the same way, so only one of them is tested with every failure.
  const met = Object.entries(troubles).slice(0, what === "Scalar's code" ? undefined : 1);
  for (const [happens, { cause, text }] of met) {
    test(`when ${what} ${happens}, the error is shown, and Retry tries again`, async ({ page, server }) => {
      cause(server, file);
      await openReference(page, server.url + path);
      await expect(alert(page)).toContainText("The full reference didn't load.", RENDER_TIMEOUT);
      await expect(alert(page)).toContainText(text);
      await expect(interactive(page).getByRole('link', { name: 'page by page' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Refresh a consent' }).first()).toBeVisible();
      await expectStill(page);

      server.requests.length = 0;
      await retry(page).click();
      await expect(alert(page)).toContainText(text, RENDER_TIMEOUT);
      expect(server.requests.filter((each) => file.test(each.path))).not.toEqual([]);

      server.heal();
      await retry(page).click();
      await expect(drawnOperation(page)).toBeVisible(RENDER_TIMEOUT);
      await expect(alert(page)).toHaveCount(0);
      await expectStill(page);
      expect(loadsOf(server, path)).toBe(0);
    });
  }
}

for (const mode of ['light', 'dark'] as const) {
  test(`in ${mode} mode axe finds nothing in a failed load`, async ({ page, server }) => {
    await page.addInitScript((theme) => localStorage.setItem('color-mode', theme), mode);
    server.respondWith(503, REFERENCE_CODE);
    await openReference(page, server.url + path);
    await expectAccessible(page);
  });
}

for (const storage of ['with', 'without']) {
  test.describe(`${storage} storage, when the code is gone after a new deploy`, () => {
    test.beforeEach(async ({ page }) => {
      if (storage === 'without') await blockStorage(page);
    });

    test('the page reloads once and works', async ({ page, server }) => {
      const file = await builtFile(/_astro\/ScalarReference\..+\.js$/);
      const next = await changedSite(await renamed(file, `${path.slice(1)}index.html`));
      server.delay(1_500, `/${file.path}`);
      await page.goto(server.url + path, { waitUntil: 'domcontentloaded' });
      server.serve(next);
      await expect.poll(() => loadsOf(server, path)).toBe(2);
      await expectDrawnAfterReload(page);
      await expect(alert(page)).toHaveCount(0);
      expect(loadsOf(server, path)).toBe(2);
      await rm(next, { recursive: true });
    });

    // Some hosts respond to every unknown URL with status 200 and a page of the site.
    for (const { status, text } of [
      { status: 404, text: 'with 404' },
      { status: 200, text: 'with a page instead of the file' },
    ])
      test(`code that ${text} reloads the page once, and then shows a message`, async ({ page, server }) => {
        const notFound = await readFile('dist/404.html', 'utf8');
        server.send(/_astro\/scalar\/scalar/, notFound, { status });
        await page.goto(server.url + path);
        await expect(alert(page)).toContainText(
          'The site has changed since you opened this page.',
          RENDER_TIMEOUT,
        );
        expect(loadsOf(server, path)).toBe(2);
        await retry(page).click();
        await expect.poll(() => loadsOf(server, path)).toBe(3);
        await expect(alert(page)).toContainText(text, RENDER_TIMEOUT);
        server.heal();
        await retry(page).click();
        await expectDrawnAfterReload(page);
        expect(loadsOf(server, path)).toBe(4);
      });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a sentence links to the static reference, and there is no button', async ({ page, server }) => {
    await page.goto(server.url + path);
    await expect(interactive(page)).toContainText('needs JavaScript');
    await expect(interactive(page).getByRole('link', { name: 'page by page' })).toBeVisible();
    await expect(loadButton(page)).toBeHidden();
  });
});
