import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBasePath } from '../../src/middleware/base-path.ts';
import { readPlace } from '../../src/config/place.ts';

const ORIGIN = 'https://developer.example.com';

for (const [variables, origin, base] of [
  [{}, ORIGIN, '/'],
  [{ SITE_URL: '', BASE_PATH: '' }, ORIGIN, '/'],
  [{ SITE_URL: 'https://docs.example.org/' }, 'https://docs.example.org', '/'],
  [{ SITE_URL: 'http://localhost:8080', BASE_PATH: '/docs/' }, 'http://localhost:8080', '/docs/'],
  [{ BASE_PATH: 'docs' }, ORIGIN, '/docs/'],
  [{ BASE_PATH: '/a/b-2' }, ORIGIN, '/a/b-2/'],
] as const)
  test(`${JSON.stringify(variables)} publishes the site at ${origin}${base}`, () => {
    assert.deepEqual(readPlace(variables, ORIGIN), { origin, base });
  });

for (const [name, value] of [
  ['SITE_URL', 'docs.example.org'],
  ['SITE_URL', 'https://example.org/docs/'],
  ['SITE_URL', 'ftp://example.org'],
  ['BASE_PATH', 'https://example.org/docs/'],
  ['BASE_PATH', '/a b/'],
  ['BASE_PATH', '/../'],
  ['BASE_PATH', '//docs//'],
] as const)
  test(`${name}="${value}" is refused with the value and an example`, () => {
    assert.throws(
      () => readPlace({ [name]: value }, ORIGIN),
      ({ message }: Error) => {
        return message.startsWith(`${name} is "${value}"`) && message.includes(`Write ${name}=`);
      },
    );
  });

for (const [what, html, expected] of [
  ['a link from the root', '<a class="x" href="/a/#b">', '<a class="x" href="/docs/a/#b">'],
  ['a link to the home page', '<a href="/">', '<a href="/docs/">'],
  [
    'an image and a form',
    `<img alt="a > b" src='/a.png'><form action="/s">`,
    `<img alt="a > b" src='/docs/a.png'><form action="/docs/s">`,
  ],
  [
    'a link that has the path already',
    '<a href="/docs/a/"><link href="/docs">',
    '<a href="/docs/a/"><link href="/docs">',
  ],
  ['a link to a page whose name only begins so', '<a href="/docs-old/">', '<a href="/docs/docs-old/">'],
  [
    'links to elsewhere',
    '<a href="//b/"><a href="https://b/"><a href="#c"><a href="a/">',
    '<a href="//b/"><a href="https://b/"><a href="#c"><a href="a/">',
  ],
  [
    'text, scripts and comments',
    `<p>href="/a/"</p><script>'<a href="/a/">'</script><!-- <a href="/a/"> -->`,
    `<p>href="/a/"</p><script>'<a href="/a/">'</script><!-- <a href="/a/"> -->`,
  ],
] as const)
  test(`Below a path: ${what}`, () => {
    assert.equal(withBasePath(html, '/docs'), expected);
  });
