import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { environment, projectRoot } from '../support/project-copy.ts';

test('One check that fails fails them all, after the others have run', () => {
  const { status, stdout } = spawnSync(process.execPath, ['tests/checks.ts', 'none-such', 'lint:openapi'], {
    cwd: projectRoot,
    env: environment,
    encoding: 'utf8',
  });
  assert.match(stdout, /✖ none-such .*\n.*Missing script: "none-such"/);
  assert.match(stdout, /✔ lint:openapi /);
  assert.equal(status, 1);
});
