import { announcement } from '../../src/config/announcement.ts';
import {
  announcementBar,
  at,
  boxOf,
  dismissal,
  examples,
  expect,
  header,
  holdScripts,
  isAnnounced,
  isDismissible,
  test,
} from '../support/site.ts';

/* Visitors have dismissed an earlier announcement, but the current one must still appear. */
test.use({ stored: { 'announcement-dismissed:an-earlier-one': '2026-01-01T00:00:00.000Z' } });

// Writers may remove the announcement. tests/build/other-settings.all.test.ts covers that case.
if (isAnnounced)
  test('the announcement is above the header, and its link, if any, works @below-a-path', async ({
    page,
  }) => {
    const { text, link } = announcement!;
    await page.goto(examples.guide);
    await expect(announcementBar(page)).toContainText(text);
    expect((await boxOf(announcementBar(page))).bottom).toBeLessThanOrEqual(
      (await boxOf(header(page))).y + 1,
    );
    await expect(announcementBar(page).getByRole('link')).toHaveCount(link ? 1 : 0);
    if (!link) return;
    await announcementBar(page).getByRole('link', { name: link.label }).click();
    await expect(page).toHaveURL(at(link.href));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

// Writers may turn off the dismiss button. tests/specification/states.spec.ts dismisses the announcement.
if (isDismissible)
  test.describe('once dismissed', () => {
    test.use({ stored: { [dismissal]: '2026-01-01T00:00:00.000Z' } });

    test("the announcement is hidden before every page's script has loaded", async ({ page }) => {
      const release = await holdScripts(page);
      await page.goto(examples.guide, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(announcementBar(page)).toBeHidden();
      release();
    });
  });
