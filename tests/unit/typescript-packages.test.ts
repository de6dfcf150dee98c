import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';

test('Node loads the configuration of a build by itself: Astro starts no server to do so', async () => {
  process.env['NODE_ENV'] = 'production';
  const file = new URL('../../astro.config.mjs', import.meta.url).href;
  const { default: config } = (await import(file)) as { default: { site?: string } };
  assert.equal(typeof config.site, 'string');
});
