import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseDocument } from 'htmlparser2';
import { toMarkdown } from '../../src/build/twins/convert.ts';

/* The rules by which pages become Markdown. tests/site/twins.test.ts has the twins of all pages. */

describe('In a twin', () => {
  const convert = (html: string) => toMarkdown(parseDocument(html).children, (href) => href);

  test('two pictures of one thing, for light and dark mode, are one', () => {
    const pictures =
      '<p><img class="dark:sl-hidden" src="/images/login.webp" alt="The login page"></p>' +
      '<p><img class="light:sl-hidden" src="/images/login-dark.webp" alt="The login page"></p>';
    assert.equal(convert(pictures), '![The login page](/images/login.webp)');
  });

  test('added and removed lines of code are a diff', () => {
    const line = (kind: string, code: string) =>
      `<div class="ec-line ${kind}"><div class="code">${code}</div></div>`;
    const lines = line('', 'run();') + line('highlight del', "'z1'") + line('highlight ins', "'z2'");
    assert.equal(
      convert(`<pre data-language="js"><code>${lines}</code></pre>`),
      "```diff\n  run();\n- 'z1'\n+ 'z2'\n```",
    );
  });

  test('only characters that Markdown would read as markup are escaped', () => {
    assert.equal(
      convert('<p>YOUR_SECRET, data[0] and ^[A-Z]{2}$</p>'),
      'YOUR_SECRET, data[0] and ^[A-Z]{2}$',
    );
    assert.equal(
      convert('<p>*a* _b_ `c` &lt;d> [e](f) \\*</p>'),
      String.raw`\*a\* \_b\_ \`c\` \<d> [e\](f) \\\*`,
    );
  });

  test('links to the element that they are in are text, and a lone # is left out', () => {
    assert.equal(
      convert('<ul><li id="rent"><a href="#rent">#</a> <a href="#rent">Rent</a></li></ul>'),
      '- Rent',
    );
  });
});
