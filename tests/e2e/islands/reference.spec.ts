import {
  alert,
  CODE,
  codeRequests,
  expectRetryAfterFailureOf,
  loadButton,
  moveAway,
  path,
  RENDERED,
  renderedOperation,
  status,
} from './reference-loading.ts';
import { expect, reference, scrollToReference } from '../../support/site.ts';
import { test } from '../../support/unsteady-site.ts';

test('the reference loads when the reader comes near it, not before', async ({ page, server }) => {
  moveAway(server);
  await page.goto(`${path}#_top`);
  await page.waitForLoadState('networkidle');
  await expect(loadButton(page)).toBeHidden();
  expect(codeRequests(server)).toEqual([]);
  await reference(page).evaluate((place) =>
    scrollTo({ top: place.getBoundingClientRect().top - innerHeight - 100, behavior: 'instant' }),
  );
  await expect(renderedOperation(page)).toBeVisible(RENDERED);
  await expect(status(page)).toBeEmpty();
});

test('when the code of the reference fails to load, a message says so, and Retry renders it @firefox', async ({
  page,
  server,
}) => {
  await expectRetryAfterFailureOf(CODE, page, server);
});

test('a reference that crashes shows a message, and Try again renders it', async ({ page, server }) => {
  // Where an operation begins to render, in Scalar's minified code.
  server.rewrite('text/javascript', (code) =>
    code.replace(
      /__name:`Operation`,props:\{id:[^]*?setup\(e\)\{/,
      (start) => `${start}if(!window.healed)throw Error("planted");`,
    ),
  );
  await page.goto(path);
  await scrollToReference(page);
  await expect(alert(page)).toContainText('This page crashed.', RENDERED);
  await expect(page.getByRole('link', { name: 'Refresh a consent' }).first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { healed: true }));
  await alert(page).getByRole('button', { name: 'Try again' }).click();
  await expect(renderedOperation(page)).toBeVisible(RENDERED);
});
