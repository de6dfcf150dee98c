import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBasePath } from '../../src/middleware/base-path.ts';

for (const [what, html, expected] of [
  ['a link from the root', '<a class="x" href="/a/#b">', '<a class="x" href="/docs/a/#b">'],
  ['a link to the home page', '<a href="/">', '<a href="/docs/">'],
  ['an image', `<img alt="a > b" src='/a.png'>`, `<img alt="a > b" src='/docs/a.png'>`],
  [
    'an image and a stylesheet of Astro, which have the path already',
    '<link href="/docs/_astro/a.css"><img src="/docs/_astro/a.png">',
    '<link href="/docs/_astro/a.css"><img src="/docs/_astro/a.png">',
  ],
  [
    'links to elsewhere',
    '<a href="//b/"><a href="https://b/"><a href="#c"><a href="a/">',
    '<a href="//b/"><a href="https://b/"><a href="#c"><a href="a/">',
  ],
  [
    'text, scripts and islands',
    `<p>href="/a/"</p><script>'<a href="/a/">'</script><astro-island><a href="/docs/a/"></astro-island>`,
    `<p>href="/a/"</p><script>'<a href="/a/">'</script><astro-island><a href="/docs/a/"></astro-island>`,
  ],
] as const)
  test(`Below a path: ${what}`, () => {
    assert.equal(withBasePath(html, '/docs'), expected);
  });

test('A path that equals a top folder is added to links into that folder, too', () => {
  assert.equal(withBasePath('<a href="/api/users/">', '/api'), '<a href="/api/api/users/">');
  assert.equal(withBasePath('<a href="/webhooks/">', '/webhooks'), '<a href="/webhooks/webhooks/">');
});
