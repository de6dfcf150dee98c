import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../support/project-copy.ts';

test('Every dependency is pinned to one version', () => {
  const versions = ['package.json', 'tests/tools/package.json'].flatMap((file) => {
    const { dependencies, devDependencies = {} } = JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
    return Object.entries<string>({ ...dependencies, ...devDependencies });
  });
  assert.ok(versions.length > 20);
  assert.deepEqual(
    versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  );
});

test('Every locked package has the hash of its content', () => {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const packages = Object.entries<{ integrity?: string; optional?: boolean }>(lock.packages).slice(1);
  assert.ok(packages.length > 500);
  const unhashed = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  // The registry that the lock was made from has these builds of Astro's compiler for one system only.
  const otherSystems = /^node_modules\/@astrojs\/compiler-binding-/;
  assert.deepEqual(
    unhashed.filter(([name, { optional }]) => !optional || !otherSystems.test(name)).map(([name]) => name),
    [],
  );
});
