import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { announcementBar, dismissButton } from '../site.ts';

export const announcement: Subject = {
  name: 'Announcement',
  behaviors: [
    {
      title: 'one click dismisses it, for this page and all others, also after a reload',
      run: async ({ page }) => {
        await page.goto('/');
        await page.see(announcementBar);
        await page.click(dismissButton);
        await page.gone(announcementBar);
        await page.reload();
        await page.gone(announcementBar);
        await page.goto(examples.guide);
        await page.gone(announcementBar);
      },
    },
  ],
};
