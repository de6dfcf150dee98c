import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { PagePolicies } from '../../src/build/hosting/page-policies.ts';
import { readPage } from '../../src/build/output/read-page.ts';

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const inlineHashes = (html: string) => readPage('', 'guide/index.html', html).inline;
const scriptsOf = (html: string) => inlineHashes(html).scripts;

test('A script is hashed as it is written: with its spaces, and without decoding', () => {
  assert.deepEqual(scriptsOf('<script>\n a &amp;&amp; "</b>" \n</script>'), [
    hash('\n a &amp;&amp; "</b>" \n'),
  ]);
  assert.deepEqual(scriptsOf('<script type="module">b()</script>'), [hash('b()')]);
});

test('Speculation rules are hashed, since a policy applies to them', () => {
  assert.deepEqual(scriptsOf('<script type="speculationrules">{}</script>'), [hash('{}')]);
});

test('Files and data are no inline scripts', () => {
  assert.deepEqual(
    scriptsOf('<script src="/a.js"></script><script type="application/ld+json">{}</script>'),
    [],
  );
});

test('Styles are hashed, also in the body', () => {
  const { styles } = inlineHashes('<style>a{}</style><p style="color:red"></p><body><style>b{}</style>');
  assert.deepEqual(styles, [hash('a{}'), hash('b{}')]);
});

test('Hashes that pages share are listed once, in a fixed order', () => {
  const policies = new PagePolicies();
  policies.add({ file: 'one/index.html', inline: { scripts: ['b', 'a'], styles: ['c'] } });
  policies.add({ file: 'two/index.html', inline: { scripts: ['a'], styles: ['d'] } });
  assert.deepEqual(policies.all(), { scripts: ['a', 'b'], styles: ['c', 'd'] });
});
