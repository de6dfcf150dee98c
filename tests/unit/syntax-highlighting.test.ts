import assert from 'node:assert/strict';
import test from 'node:test';
import { ExpressiveCodeEngine } from '@astrojs/starlight/expressive-code';
import { selectAll, toHtml } from '@astrojs/starlight/expressive-code/hast';
import { syntaxHighlighting } from '../../src/components/code/syntax-highlighting.ts';

const engine = new ExpressiveCodeEngine({ plugins: [syntaxHighlighting()] });

/** The code of a sample with its colored parts, such as `«const:t-k» a`. */
async function coloredParts(code: string, language: string): Promise<string> {
  const { renderedGroupAst } = await engine.render({ code, language });
  const html = toHtml(selectAll('.ec-line > .code', renderedGroupAst));
  return html.replaceAll(/<span class="(t-\w+)">(.*?)<\/span>/g, '«$2:$1»').replaceAll(/<[^>]+>/g, '');
}

test('Keys, operators, options, strings, and comments have their colors; text has none', async () => {
  assert.equal(
    await coloredParts(`const list = await read({ id: 'a' }); // one`, 'js'),
    "«const:t-k» list «=:t-k» «await:t-k» «read:t-f»({ «id:t-n»: «'a':t-s» }); «// one:t-c»",
  );
  assert.equal(await coloredParts('`/${id}?a`', 'js'), '«`:t-s»«/:t-s»${id}«?a:t-s»«`:t-s»');
  assert.equal(
    await coloredParts("curl 'https://a' --data-urlencode 'a=b'", 'sh'),
    "«curl:t-f» «'https://a':t-s» «--data-urlencode:t-v» «'a=b':t-s»",
  );
  assert.equal(await coloredParts('GET=/accounts', 'txt'), 'GET=/accounts');
});

test('Code within MDX is colored as in its own language', async () => {
  assert.match(await coloredParts("```js\nconst list = 'a';\n```", 'mdx'), /«const:t-k».*'a'.*:t-s»/);
});
