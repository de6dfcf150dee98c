import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { checkComplete } from '../../src/build/output/complete.ts';

const site = {
  '_astro/site.a1.js': 'register(`/service-worker.js`)',
  '_astro/search-interface.b2.js': 'import(`/pagefind/pagefind.js`)',
  'pagefind/pagefind.js': 'export {}',
  'service-worker.js': 'addEventListener(`fetch`)',
};

test('A built site needs the search and the service worker, and scripts that use them', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const [file, content] of Object.entries(site)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  checkComplete(folder);
  for (const [file, content] of Object.entries(site)) {
    const name = /worker|site/.test(file) ? 'service worker' : 'search';
    rmSync(join(folder, file));
    assert.throws(() => checkComplete(folder), {
      message: new RegExp(`^The built site has no ${name}, so .*\\n  Fix: `),
    });
    writeFileSync(join(folder, file), content);
  }
});
