import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cssTargets, supportedBrowsers } from '../../src/config/browsers.ts';

test('Styles are compiled for the supported browsers', () => {
  assert.deepEqual(cssTargets, {
    chrome: 123 << 16,
    edge: 123 << 16,
    firefox: 128 << 16,
    safari: (17 << 16) | (5 << 8),
    ios_saf: (17 << 16) | (5 << 8),
  });
});

for (const file of ['README.md', 'src/content/docs/offline.mdx']) {
  test(`${file} lists the supported browsers of src/config/browsers.ts`, () => {
    const text = readFileSync(file, 'utf8').replace(/\s+/g, ' ');
    assert.ok(text.includes(supportedBrowsers), `${file} has to say: ${supportedBrowsers}`);
  });
}
