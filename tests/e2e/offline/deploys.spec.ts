import { cp, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorker } from '../../../src/offline/build/index.ts';
import { at, header } from '../../support/site.ts';
import { expect, failureTitle, heading, notice, read, test } from './unsteady.ts';

const READ = at('/webhooks/structure/');
const OTHER = at('/webhooks/events/');

const storedNames = () => caches.keys();

test("after a new deploy, its worker takes over while an old page is open, copies keep their styles, and old caches are deleted, but not other sites'", async ({
  page,
  server,
  second,
  context,
}) => {
  await read(page, READ);
  const others = ['portal:/docs/:pages', 'portal-elsewhere', 'somebody-else'];
  await page.evaluate(
    async (names) => {
      for (const name of names) await (await caches.open(name)).put('/', new Response());
    },
    ['portal:/:shell-old', ...others],
  );
  server.serve(second);
  const other = await context.newPage();
  await read(other, OTHER);
  await expect
    .poll(async () => (await page.evaluate(storedNames)).sort(), { timeout: 20_000 })
    .toEqual([
      'portal-elsewhere',
      'portal:/:files',
      'portal:/:pages',
      expect.stringMatching(/^portal:\/:shell-second-[^,]+$/),
      'portal:/docs/:pages',
      'somebody-else',
    ]);
  await expect(page).not.toHaveTitle(/second deploy$/);

  await server.stop();
  await page.reload();
  await expect(notice(page)).toContainText('Offline copy');
  await expect(page).not.toHaveTitle(/second deploy$/);
  await expect(header(page)).toHaveCSS('position', 'sticky');
  await other.reload();
  await expect(notice(other)).toContainText('Offline copy');
  await expect(other).toHaveTitle(/second deploy$/);
  await other.goto('/api/');
  await expect(heading(other)).toHaveText(failureTitle);
  await expect(other).toHaveTitle(/second deploy$/);
  await expect(header(other)).toHaveCSS('position', 'sticky');
});

test('the kill switch removes the worker and caches; pages still load @nightly', async ({ page, server }) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'switched-off-'));
  const switchedOff = folder.path;
  const isWorker = (file: string) => file.includes('service-worker.js');
  await cp('dist', switchedOff, { recursive: true, filter: (file) => !isWorker(file) });
  await writeFile(join(switchedOff, 'service-worker.js'), await bundleWorker('dist', '/', false));
  await read(page, READ);
  await page.evaluate(() => caches.open('somebody-else'));
  server.serve(switchedOff);
  // Pages of a real build with the kill switch wouldn't register a worker either.
  await page.addInitScript(() => {
    Object.assign(navigator.serviceWorker ?? {}, { register: () => Promise.reject(new Error('off')) });
  });
  await page.goto(OTHER);
  const registered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registered, { timeout: 20_000 }).toBe(0);
  await expect.poll(() => page.evaluate(storedNames)).toEqual(['somebody-else']);
  await page.goto(READ);
  await expect(heading(page)).toBeVisible();
  await server.stop();
  await expect(page.reload()).rejects.toThrow('ERR_CONNECTION_REFUSED');
});
