import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { isInteractive } from '../../src/config/apis.ts';
import { browserArguments, ensureBrowser } from '../support/browser.ts';
import { pageAt, readersPages } from '../support/built-pages.ts';

/* Mozilla's reader view, which assistants use to get the text of a page. `npm run tools` installs it. */

const reader = readFileSync('tests/tools/node_modules/@mozilla/readability/Readability.js', 'utf8');

/** Pages that mainly list links or actions. */
const LISTS = new Set(['/', '/api/', '/offline/']);

let browser: Browser;
before(async () => {
  browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });
});
after(() => browser.close());

test('A reader view keeps at least 90 % of the paragraphs, list items and cells of every guide and operation page', async () => {
  // The reader runs without the scripts of the site, as in an assistant.
  const page = await browser.newPage();
  await page.route('**/*', (route) => route.abort());
  const poor: string[] = [];
  for (const path of readersPages) {
    if (LISTS.has(path) || isInteractive(path)) continue;
    await page.setContent(pageAt(path).html.replaceAll(/<script\b[^]*?<\/script>/g, ''));
    const { kept, all } = await page.evaluate((code) => {
      const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
      const apart = '[hidden], nav, figure, details, [role=tabpanel], .pagination-links, .meta';
      const texts = [...document.querySelectorAll('main :is(p, li, dd, td)')]
        .filter((each) => !each.closest(apart) && !each.querySelector('p, li, dd, td'))
        .map((each) => plain(each.textContent))
        .filter(({ length }) => length > 40);
      const Reader = new Function(`${code}; return Readability`)() as new (from: Document) => {
        parse(): { textContent: string } | null;
      };
      const article = plain(new Reader(document).parse()?.textContent ?? '');
      return { kept: texts.filter((each) => article.includes(each)).length, all: texts.length };
    }, reader);
    if (kept < 0.9 * all) poor.push(`${path}: ${kept} of ${all}`);
  }
  assert.deepEqual(poor, []);
});
