import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { keptBundle } from '../../src/integrations/scalar-bundle/kept.ts';

const root = mkdtempSync(join(tmpdir(), 'bundles-'));
const bundles = join(root, 'scalar');
let made: number;

beforeEach(() => {
  rmSync(bundles, { recursive: true, force: true });
  made = 0;
});
after(() => rmSync(root, { recursive: true }));

/** Asks for the bundle of a name; what is made tells how often that happened before. */
function ask(name: string, make = write) {
  return keptBundle(pathToFileURL(`${join(bundles, name)}/`), make);
}

function write(folder: URL) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('code.js', folder), `${(made += 1)}`);
  return Promise.resolve({ transferSize: 1000 + made });
}

test('A bundle is made once, and its size is known again', async () => {
  assert.deepEqual(await ask('one'), { transferSize: 1001 });
  assert.deepEqual(await ask('one'), { transferSize: 1001 });
  assert.equal(readFileSync(join(bundles, 'one/code.js'), 'utf8'), '1');
});

test('A bundle of other sources is made anew, and takes the place of the last one', async () => {
  await ask('one');
  assert.deepEqual(await ask('two'), { transferSize: 1002 });
  assert.deepEqual(readdirSync(bundles), ['two']);
});

test('A bundle that was broken off is not trusted', async () => {
  await assert.rejects(
    ask('one', async (folder) => {
      await write(folder);
      throw new Error('broken off');
    }),
    /broken off/,
  );
  assert.equal(existsSync(join(bundles, 'one')), false);
  assert.deepEqual(await ask('one'), { transferSize: 1002 });
  assert.deepEqual(readdirSync(bundles), ['one']);
});

test('A folder without the facts of its bundle is made anew', async () => {
  mkdirSync(join(bundles, 'one'), { recursive: true });
  writeFileSync(join(bundles, 'one/code.js'), 'half');
  await ask('one');
  assert.equal(readFileSync(join(bundles, 'one/code.js'), 'utf8'), '1');
});
