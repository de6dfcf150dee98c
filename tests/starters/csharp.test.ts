import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contracts } from '../../src/contract/index.ts';
import { projectRoot } from '../support/project-copy.ts';

/** A request in the code: `CallAsync("GET", $"/Consent/{consentId}"`. */
const CALL = /CallAsync\(\s*"([A-Z]+)", \$?"([^"]+)"/g;

const sources = globSync(join(projectRoot, 'starters/csharp/*.cs')).map((file) => readFileSync(file, 'utf8'));
const shape = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}');

test('C#: each request of the starter is an operation of the contracts', () => {
  const operations = new Set(
    contracts().flatMap(({ operations }) =>
      operations.map(({ method, path }) => `${method.toUpperCase()} ${shape(path)}`),
    ),
  );
  const calls = sources.flatMap((source) =>
    [...source.matchAll(CALL)].map(([, method = '', path = '']) => `${method} ${shape(path)}`),
  );
  assert.equal(calls.length, 14, calls.join('\n'));
  assert.deepEqual(
    calls.filter((call) => !operations.has(call)),
    [],
  );
});
