import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/*
 * The metrics of Liberation Sans and Liberation Mono, with which most Linux desktops replace Arial and Courier New. The
 * packages have them under the names of their origin, Arimo and Cousine.
 */

const { resolve } = createRequire(import.meta.url);

const readFace = (family: string, weight: number) => ({
  family,
  weight: String(weight),
  data: readFileSync(resolve(`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff2`), 'base64'),
});

/** Renders the pages that open from now on in Liberation's fonts, whatever fonts are installed. */
export async function useLiberation(page: Page): Promise<void> {
  const faces = ['arimo', 'cousine'].flatMap((family) =>
    [400, 700].map((weight) => readFace(family, weight)),
  );
  await page.addInitScript((all) => {
    for (const { family, weight, data } of all) {
      const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
      document.fonts.add(new FontFace(family, bytes, { weight }));
    }
    addEventListener('DOMContentLoaded', () => {
      const { style } = document.documentElement;
      style.setProperty('--__sl-font', 'arimo');
      style.setProperty('--__sl-font-mono', 'cousine');
    });
  }, faces);
}
