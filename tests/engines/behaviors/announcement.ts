import assert from 'node:assert/strict';
import { examples } from '../../support/site.ts';
import type { Behavior, Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { announcementBar, dismissButton, header, remember } from '../site.ts';

/** How an element's focus ring stands out from what is behind it, and whether all of it is visible. */
function ringOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
      const share = channel / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  let behind: Element | null = element.parentElement;
  while (behind && channels(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
  const tones = [
    style.outlineColor,
    behind ? getComputedStyle(behind).backgroundColor : 'rgb(255, 255, 255)',
  ];
  const [dark = 0, light = 0] = tones.map(luminance).sort((a, b) => a - b);

  const reach = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset);
  const box = element.getBoundingClientRect();
  const [top, right, bottom] = [box.top - reach, box.right + reach, box.bottom + reach];
  const bar = element.closest('aside')!.getBoundingClientRect();
  return {
    isDrawn: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
    contrast: (light + 0.05) / (dark + 0.05),
    // The header below covers what sticks out.
    isWhole: top >= 0 && right <= innerWidth && bottom <= bar.bottom,
  };
}

const focusRing = (mode: 'light' | 'dark'): Behavior => ({
  title: `in ${mode} mode its link and its button show a whole focus ring that stands out`,
  run: async ({ page }) => {
    await remember(page, { 'color-mode': mode });
    await page.goto(examples.guide);
    for (const target of [by('link', undefined, announcementBar), dismissButton]) {
      await page.focus(target);
      const { isDrawn, contrast, isWhole } = await page.read(target, ringOf);
      assert.ok(isDrawn, 'no ring of at least two pixels');
      assert.ok(contrast >= 3, `the ring has a contrast of ${contrast.toFixed(2)}`);
      assert.ok(isWhole, 'the ring is cut off');
    }
  },
});

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
        await page.isFocused(by('link', undefined, header));
        await page.reload();
        await page.gone(announcementBar);
        await page.goto(examples.guide);
        await page.gone(announcementBar);
      },
    },
    focusRing('light'),
    focusRing('dark'),
  ],
};
