import { choice, open, press } from './choices.ts';
import { expect, notice, test } from './unsteady.ts';

const PATH = '/webhooks/structure/';
const CHANGE = ', as changed since';
const DAY = 86_400_000;

test("a copy that was kept while the device's clock was ahead doesn't hide what was read later", async ({
  page,
  server,
}) => {
  await open(page);
  await page.clock.setFixedTime(Date.now() + DAY);
  await press(page, 'Webhooks', 'Keep offline');
  await expect(choice(page, 'Webhooks')).toContainText('kept on');
  await page.clock.setFixedTime(Date.now());

  server.rewrite('text/html', (html) => html.replace('</h1>', `${CHANGE}</h1>`));
  await page.goto(PATH);
  const stored = async (path: string) => {
    const names = await caches.keys();
    const copies = await Promise.all(names.map((cacheName) => caches.match(path, { cacheName })));
    return Promise.all(copies.map((copy) => copy?.text()));
  };
  await expect
    .poll(async () => (await page.evaluate(stored, PATH)).some((text) => text?.includes(CHANGE)))
    .toBe(true);
  await server.stop();
  await page.reload();
  await expect(notice(page)).toContainText('Offline copy');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(CHANGE);
});
