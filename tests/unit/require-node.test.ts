import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** Runs the check as if an older Node ran it. */
function check(version: string) {
  const preload = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
  return spawnSync(process.execPath, ['--import', preload, 'src/scripts/require-node.mjs'], {
    encoding: 'utf8',
  });
}

test('After an install without scripts, an older Node is refused with the cause and the fix', () => {
  const { status, stderr } = check('20.20.2');
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^This is Node 20\.20\.2, .* package "node" .*`npm rebuild node --ignore-scripts=false`/,
  );
  assert.equal(check('24.21.0').status, 0);
});
