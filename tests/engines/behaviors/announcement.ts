import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { announcementBar, dismissButton, header } from '../site.ts';

export const announcement: Subject = {
  name: 'Announcement',
  behaviors: [
    {
      title: 'one click dismisses the announcement, also on other pages and after a reload',
      run: async ({ page }) => {
        await page.goto('/');
        await page.see(announcementBar);
        await page.click(dismissButton);
        await page.gone(announcementBar);
        await page.isFocused(by('link', undefined, header));
        await page.reload();
        await page.gone(announcementBar);
        await page.goto(examples.guide);
        await page.gone(announcementBar);
      },
    },
  ],
};
