import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, regionsIn, starterFiles } from '../../src/downloads/starters.ts';

test('A region has neither its markers nor the indentation that its lines share', () => {
  const regions = regionsIn(
    'a\n  // #region one\n  b {\n\n    c\n  }\n  // #endregion one\nd\n# region two\ne\n# endregion',
  );
  assert.deepEqual(
    [...regions],
    [
      ['one', 'b {\n\n  c\n}'],
      ['two', 'e'],
    ],
  );
});

test('A wrong file or region stops the build with the nearest name', () => {
  assert.throws(
    () => codeOf('javascript/flows.js', 'pages'),
    /no file .*; did you mean javascript\/flow\.js\?/,
  );
  assert.throws(
    () => codeOf('javascript/flow.js', 'page'),
    /flow\.js has no region page; did you mean pages\? It has wait-for-consent, pages, wait-for-job\./,
  );
});

test('Without a region, the code is the whole file', () => {
  const whole = starterFiles().get('python')!.get('flow.py')!;
  assert.equal(codeOf('python/flow.py'), whole.trim());
});

test('Each region of a starter that begins also ends, and its markers are no part of it', () => {
  const files = [...starterFiles().values()].flatMap((starter) => [...starter]);
  assert.ok(files.flatMap(([, text]) => [...regionsIn(text)]).length >= 20);
  for (const [file, text] of files) {
    const markers = [...text.matchAll(/^\s*(?:\/\/ #|# )(region|endregion) (\S+)$/gm)];
    const names = markers.map(([, kind, name]) => `${kind} ${name}`);
    const expected = [...regionsIn(text).keys()].flatMap((name) => [`region ${name}`, `endregion ${name}`]);
    assert.deepEqual(names, expected, file);
  }
});
