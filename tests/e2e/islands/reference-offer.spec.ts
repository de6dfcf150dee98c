import { rm } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { browserArguments, findBrowser } from '../../support/browser.ts';
import { examples } from '../../support/site.ts';
import { builtFile, changedSite, renamed } from './changed-site.ts';
import {
  RENDER_TIMEOUT,
  drawnOperation,
  expect,
  expectDrawnAfterReload,
  interactive,
  loadButton,
  loadsOf,
  REFERENCE_CODE,
  test,
} from './states.ts';

const path = examples.interactive;

/** What code and styles of the reference may cost, in bytes as transferred. */
const REFERENCE_BUDGET = 760_000;

/** Opens a window of a browser of its own. What passes through a service worker has no size: there is none. */
async function open(args: readonly string[]): Promise<Page> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: [...browserArguments, ...args],
    ...(executablePath && { executablePath }),
  });
  return browser.newPage({ serviceWorkers: 'block' });
}

/** Browsers that believe to be on a slow line, or save data. */
const savers: Record<string, { args: string[]; saveData: boolean }> = {
  'on 2g': { args: ['--force-effective-connection-type=2G'], saveData: false },
  'on slow-2g': { args: ['--force-effective-connection-type=Slow-2G'], saveData: false },
  'with data saver': { args: [], saveData: true },
};
for (const [name, { args, saveData }] of Object.entries(savers)) {
  test(`${name} the reference waits for its button, which shows the size`, async ({ server }) => {
    const page = await open(args);
    const protocol = await page.context().newCDPSession(page);
    if (saveData)
      await protocol.send('Emulation.setDataSaverOverride' as never, { dataSaverEnabled: true } as never);
    await page.goto(server.url + path);
    await expect(loadButton(page)).toBeVisible();
    await interactive(page).hover();
    await page.waitForLoadState('networkidle');
    expect(server.requests.filter((each) => REFERENCE_CODE.test(each.path))).toEqual([]);
    await expect(interactive(page).getByRole('link', { name: 'page by page' })).toBeVisible();

    let received = 0;
    const scalar = new Set<string>();
    await protocol.send('Network.enable');
    protocol.on('Network.responseReceived', ({ requestId, response }) => {
      if (/_astro\/(scalar\/|api-reference)/.test(response.url)) scalar.add(requestId);
    });
    protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scalar.has(requestId)) received += encodedDataLength;
    });
    const [, size] = /\((\d+\.\d) MB\)$/.exec((await loadButton(page).textContent())!)!;
    await loadButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(drawnOperation(page)).toBeVisible(RENDER_TIMEOUT);
    await expect(loadButton(page)).toBeHidden();
    await expect(interactive(page)).toBeFocused();
    expect(Math.abs(received / 1e6 - Number(size))).toBeLessThan(0.1);
    expect(received).toBeLessThan(REFERENCE_BUDGET);
    await page.context().browser()!.close();
  });
}

test('on 2g a press on the button is remembered over the reload after a new deploy', async ({ server }) => {
  const page = await open(savers['on 2g']!.args);
  const next = await changedSite(
    await renamed(await builtFile(/_astro\/ScalarReference\..+\.js$/), `${path.slice(1)}index.html`),
  );
  await page.goto(server.url + path);
  server.serve(next);
  await loadButton(page).click();
  await expect.poll(() => loadsOf(server, path)).toBe(2);
  await expectDrawnAfterReload(page);
  await expect(loadButton(page)).toBeHidden();

  await page.goto(`${server.url}/accounts-api/`);
  await expect(loadButton(page), 'another page asks anew').toBeVisible();
  await page.context().browser()!.close();
  await rm(next, { recursive: true });
});
