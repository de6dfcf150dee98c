/** The page after the first: how long it takes from the click, with and without a hover before. */

import type { LineSpeed } from './line.ts';
import type { SiteServer } from './site-server.ts';
import { observe, settle, viewports, withReader } from './visit.ts';

export interface SecondPage {
  /** From the click until the text is readable, in milliseconds. */
  readable: number;
  /** Received because of it, in bytes. */
  bytes: number;
}

/**
 * Goes from one page to another through a link of the first.
 *
 * @param hover - How long the pointer rests on the link before the click, in milliseconds.
 */
export async function secondPage(
  server: SiteServer,
  speed: LineSpeed,
  { from, to, hover }: { from: string; to: string; hover: number },
): Promise<SecondPage> {
  return withReader(server, speed, viewports.desktop, async ({ page, line }) => {
    await page.addInitScript(observe, undefined);
    await page.goto(from);
    await settle(page, line);
    const before = line.received;
    const box = await page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${to}"]`).boundingBox();
    await page.mouse.move(box!.x + box!.width / 2, box!.y + box!.height / 2);
    if (hover > 0) await page.waitForTimeout(hover);
    const click = Date.now();
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL(`**${to}`, { waitUntil: 'load' });
    await settle(page, line);
    const shown = await page.evaluate(() => performance.timeOrigin + window.observed.readable!);
    return { readable: shown - click, bytes: line.received - before };
  });
}
