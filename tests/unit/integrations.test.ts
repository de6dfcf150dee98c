import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AstroIntegration } from 'astro';
import { completeHtml } from '../../src/integrations/complete-html.ts';
import { rewriteSources } from '../../src/integrations/rewrites.ts';
import type { Node } from '../support/published-contracts.ts';

test('After an upgrade that changes a rewritten file, the error names the file and the fix', () => {
  assert.throws(() => rewriteSources(() => 'changed'), {
    name: 'WriterError',
    message: /@astrojs\/starlight\/components\/\w+\.astro doesn.t contain .*\n {2}Fix: run .npm ci./,
  });
});

/** The names that a build with this salt gives to scripts. */
async function scriptNames(salt: string): Promise<string[]> {
  process.env['BUILD_SALT'] = salt;
  // The module reads the variable when it's loaded.
  const file = `../../src/integrations/client-scripts.ts?${salt}`;
  const { clientScripts } = (await import(file)) as { clientScripts: () => AstroIntegration };
  let names: string[] = [];
  await clientScripts().hooks['astro:config:setup']?.({
    config: { base: '/' },
    addClientDirective: () => undefined,
    updateConfig: ({ vite }: Node) => {
      const { entryFileNames, chunkFileNames } = vite.environments.client.build.rolldownOptions.output;
      names = [entryFileNames({ name: 'SiteScript.astro' }), chunkFileNames];
    },
  } as never);
  return names;
}

test('With BUILD_SALT, every script gets a new name, so that no cache delivers one that was tampered with', async () => {
  assert.deepEqual(await scriptNames(''), ['_astro/site.[hash].js', '_astro/[name].[hash].js']);
  assert.deepEqual(await scriptNames('17'), ['_astro/site.[hash]-17.js', '_astro/[name].[hash]-17.js']);
});

describe('Before a page is sent or written,', () => {
  const long = 'a-'.repeat(17);
  for (const [what, html, completed = html] of [
    [
      'names keep their language',
      '<code class="a">id</code><kbd>Esc</kbd>',
      '<code class="a" translate="no">id</code><kbd translate="no">Esc</kbd>',
    ],
    [
      'a short name with a hyphen stays on one line',
      '<code dir="auto">sandbox-nl &amp;</code>',
      '<code dir="auto" class="unbroken" translate="no">sandbox-nl &amp;</code>',
    ],
    [
      'the development server may name the source',
      '<code data-astro-source-loc="1:2">a-b</code>',
      '<code data-astro-source-loc="1:2" class="unbroken" translate="no">a-b</code>',
    ],
    ['long names may break', `<code>${long}</code>`, `<code translate="no">${long}</code>`],
    [
      'code with elements may break',
      '<code>a-b<a href="/x/">c</a></code>',
      '<code translate="no">a-b<a href="/docs/x/">c</a></code>',
    ],
    [
      'links and images get the base path',
      '<a id="a" href="/x/?a=1"><img src="/y.svg"></a><link href="/z.css">',
      '<a id="a" href="/docs/x/?a=1"><img src="/docs/y.svg"></a><link href="/z.css">',
    ],
    ['other links stay', '<a href="//a/"></a><a href="#b"></a><img src="/docs/_astro/c.svg">'],
    [
      'islands keep their links, but not their IDs',
      '<astro-island uid="Z1" props="{}"><a href="/x/"></a></astro-island><a href="/y/"></a>',
      '<astro-island props="{}"><a href="/x/"></a></astro-island><a href="/docs/y/"></a>',
    ],
    ['scripts stay', '<script>"<a href=\'/x/\'><code>"</script>'],
  ] as const)
    test(what, () => assert.equal(completeHtml(html, '/docs'), completed));

  test('tabs that the Markdown twin omits are marked, even within other tabs', () => {
    const page = (mark = '') =>
      '<ul role="tablist"><a role="tab" href="#z1"> Z1</a><a role="tab" href="#z2"> Z2</a></ul>' +
      '<div role="tabpanel" id="z1">' +
      '<ul role="tablist"><a role="tab" href="#sh"> cURL</a><a role="tab" href="#js"> JavaScript</a></ul>' +
      `<p role="tabpanel" id="sh"${mark}>curl</p><p role="tabpanel" id="js">fetch()</p>` +
      '</div><div role="tabpanel" id="z2"></div>';
    assert.equal(completeHtml(page(), ''), page(' data-markdown-ignore'));
  });
});
