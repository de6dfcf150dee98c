import assert from 'node:assert/strict';
import test from 'node:test';
import { ExpressiveCode } from '@astrojs/starlight/expressive-code';
import { selectAll, toHtml } from '@astrojs/starlight/expressive-code/hast';
import { syntaxHighlighting } from '../../src/build/markdown/syntax-highlighting.ts';
import { codeMarkup } from '../../src/build/markdown/code-markup.ts';

const engine = new ExpressiveCode({
  shiki: false,
  plugins: [syntaxHighlighting(), codeMarkup()],
  defaultProps: { frame: 'code' },
  frames: { showCopyToClipboardButton: false },
});

const code = 'const list = {\n\n  name: "a", // one\n};';

const render = async (meta: string, text = code) =>
  (await engine.render({ code: text, language: 'js', meta })).renderedGroupAst;

test('Code is text with colored parts, line by line as it was written', async () => {
  const ast = await render('');
  assert.deepEqual(
    selectAll('figure *', ast)
      .map(({ tagName }) => tagName)
      .filter((name) => name !== 'span'),
    ['pre', 'code'],
  );
  const html = toHtml(selectAll('code', ast));
  assert.match(html, /<span class="t-s">"a"<\/span>/);
  assert.equal(html.replaceAll(/<[^>]+>/g, ''), code);
});

test('A title is the caption of the figure; without one there is none', async () => {
  assert.equal(
    toHtml(selectAll('figcaption', await render('title="list.js"'))).replaceAll(/<[^>]+>/g, ''),
    'list.js',
  );
  assert.deepEqual(selectAll('figcaption', await render('')), []);
});

for (const meta of ['{3}', 'ins={3}', 'del={3}', '"name"', 'ins="name"', 'wrap']) {
  test(`Lines stay elements where ${meta} requires it`, async () => {
    assert.equal(selectAll('.ec-line', await render(meta)).length, 4);
  });
}
