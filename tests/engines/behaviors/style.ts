import assert from 'node:assert/strict';
import { examples } from '../../support/site.ts';
import type { Behavior, Row, Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { main, remember, title } from '../site.ts';
import { openReference } from './reference.ts';

/**
 * Shows an open page as its print would look. WebKitWebDriver can't emulate print: there, the rules for print apply
 * to the screen, and those for the screen to nothing.
 */
async function print({ page, engine }: Row): Promise<void> {
  if (engine === 'webkit') await page.evaluate(applyPrintRules);
  else await page.emulate({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
}

function applyPrintRules() {
  const swap = (media: MediaList) => {
    if (/\bscreen\b/.test(media.mediaText)) media.mediaText = 'not all';
    else if (/\bprint\b/.test(media.mediaText))
      media.mediaText = media.mediaText.replaceAll(/\bprint\b/g, 'all');
  };
  const walk = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) swap(rule.media);
      if (rule instanceof CSSImportRule && rule.styleSheet) walk(rule.styleSheet.cssRules);
      else if ('cssRules' in rule) walk(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of document.styleSheets) {
    swap(sheet.media);
    walk(sheet.cssRules);
  }
}

/** Text that would be too pale on white paper, because browsers print no backgrounds by default. */
function paleTexts(place: HTMLElement): string[] {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    const [r, g, b] = [red, green, blue].map((channel) => {
      const share = (channel * alpha + 255 * (1 - alpha)) / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const texts = [...place.querySelectorAll('*')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      getComputedStyle(element).printColorAdjust !== 'exact' &&
      !element.closest('svg') &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  );
  const pale = texts.filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && 1.05 / (luminance(getComputedStyle(element).color) + 0.05) < 3;
  });
  return pale.map(
    (element) => `${getComputedStyle(element).color} ${element.textContent.trim().slice(0, 40)}`,
  );
}

const printed = (what: string, open: (row: Row) => Promise<void>): Behavior => ({
  title: `printed from dark mode, ${what} is dark text on white, without navigation`,
  run: async (row) => {
    await remember(row.page, { 'color-mode': 'dark' });
    await open(row);
    await row.page.see(by('navigation', 'Main'));
    await print(row);
    await row.page.gone(by('navigation', 'Main'));
    await row.page.see(title);
    await row.page.poll('all texts are dark', async () => {
      const pale = await row.page.read(main, paleTexts);
      return (
        pale.length === 0 ||
        Promise.reject(new Error(`${pale.length} are not: ${pale.slice(0, 5).join('; ')}`))
      );
    });
    const paper = await row.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.match(paper, /^(rgb\(255, 255, 255\)|rgba\(.*, 0\))$/);
  },
});

export const style: Subject = {
  name: 'Style and print',
  behaviors: [
    printed('a guide', ({ page }) => page.goto(examples.guide)),
    {
      title: 'terms of the glossary are underlined',
      run: async ({ page }) => {
        await page.goto(examples.guide);
        const line = await page.read(by('link', 'end user', main), (term) => {
          const { textDecorationLine, textDecorationStyle } = getComputedStyle(term);
          return `${textDecorationLine} ${textDecorationStyle}`;
        });
        assert.match(line, /^underline (dotted|dashed)$/);
      },
    },
  ],
  more: [
    printed('a page of the static reference', ({ page }) => page.goto(examples.operation)),
    printed('an interactive reference', ({ page }) => openReference(page)),
    {
      title: 'in a browser without light-dark(), the text of a diagram stands out from its boxes',
      run: async ({ page, server }) => {
        for (const type of ['text/css', 'text/html'])
          server.rewrite(type, (text) => text.replaceAll('light-dark(', 'unknown-function('));
        await page.goto(examples.withFlowchart);
        const colors = await page.read(by('img', undefined, main), (picture) => {
          const fills = (selector: string) => [
            ...new Set([...picture.querySelectorAll(selector)].map((part) => getComputedStyle(part).fill)),
          ];
          return { boxes: fills('rect'), texts: fills('text') };
        });
        assert.ok(colors.boxes.length > 0 && colors.texts.length > 0);
        const common = colors.boxes.filter((color) => colors.texts.includes(color));
        assert.deepEqual(common, [], 'texts have the color of boxes');
      },
    },
  ],
};
