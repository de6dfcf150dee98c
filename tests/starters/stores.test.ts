import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../support/project-copy.ts';
import { testFolder } from '../support/test-folder.ts';

test("PHP: a consent that the platform returns again hasn't ended", (context) => {
  const program = `require 'Client.php';
    require 'Store.php';
    $store = new Store($argv[1]);
    $store->saveConsent('user', ['id' => 'consent']);
    $store->endConsent('consent', new DateTimeImmutable());
    $store->saveConsent('user', ['id' => 'consent', 'status' => 4]);
    echo json_encode($store->consent('consent'));`;
  const output = execFileSync('php', ['-r', program, join(testFolder(context), 'bank.db')], {
    cwd: join(projectRoot, 'starters/php'),
  });
  const { status, ended_at } = JSON.parse(output.toString()) as Record<string, unknown>;
  assert.deepEqual([String(status), ended_at], ['4', null]);
});
