import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toMarkdown } from '../../src/agents/twins/to-markdown.ts';

/* Tests our additions to the conversion library. tests/site/machines.test.ts compares all pages with their twins. */

describe('In a twin', () => {
  const convert = (html: string) => toMarkdown(html, (href) => href);

  test('the parts of a description are separate, and controls are omitted', () => {
    const limits = '<div class="limits"><div>Default <code>1</code></div><div>at most 5</div></div>';
    const mark = '<a class="assumed" title="Assumed: 1; not shown." data-markdown-ignore>Assumed</a>';
    const html = `<p>Text. ${mark}</p>${limits}<p data-markdown-ignore>Filter</p><p hidden>Copied</p><p>Again. ${mark}</p>`;
    assert.equal(convert(html), 'Text. (assumed: 1)\n\nDefault `1`; at most 5\n\nAgain. (assumed)');
  });

  test('the summary of details is bold once', () => {
    const html = '<details><summary><strong>Older</strong></summary><p>Text</p></details>';
    assert.equal(convert(html), '**Older**\n\nText');
  });

  test('names and patterns stay unescaped so that programs can copy them', () => {
    const text = 'YOUR_SECRET, data[0] and ^[A-Z]{2}$';
    assert.equal(convert(`<p>${text}</p>`), text);
  });

  test('a picture has the address of the site, so that it shows wherever the Markdown is pasted', () => {
    const html = '<p><img src="/images/app.png" alt="The app screen"></p>';
    const twin = toMarkdown(html, (href) => `https://docs.example.com${href}`);
    assert.equal(twin, '![The app screen](https://docs.example.com/images/app.png)');
  });

  test('a sample shows one language, and other tabs keep their labels', () => {
    const tabs = (...labels: string[]) =>
      `<x-tabs><div role="tablist">${labels.map((label) => `<a role="tab">${label}</a>`).join('')}</div>` +
      `${labels.map((label) => `<div role="tabpanel" id="${label}" hidden>In ${label}</div>`).join('')}</x-tabs>`;
    assert.equal(convert(tabs('cURL', 'JavaScript', 'PHP')), 'In JavaScript');
    assert.equal(convert(tabs('Z1', 'Z2')), '**Z1**\n\nIn Z1\n\n**Z2**\n\nIn Z2');
  });
});
