import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { limits } from '../../src/config/limits.ts';
import { site } from '../../src/config/site.ts';
import { flows } from '../../src/contract/flows.ts';
import { builtFile, isBuilt } from '../support/built-pages.ts';

const skill = builtFile('/skill.md').toString();
const platform = builtFile('/openapi/platform.yaml').toString();
const { paths } = parse(platform) as { paths: Record<string, Record<string, { operationId: string }>> };

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    id: operationId,
    call: `${method.toUpperCase()} ${path}`,
  })),
);

/** Matches a call with any IDs in its path, and not the beginning of a longer path. */
const patternOf = (call: string) => new RegExp(`${call.replaceAll(/\{\w+\}/g, '[^/\\s]+')}(?![\\w/-])`);

test('/skill.md has every operation of the contracts, and takes at most 6,000 tokens', () => {
  assert.ok(operations.length > 20);
  for (const { call } of operations) assert.match(skill, patternOf(call));
  const tokens = Math.ceil(Buffer.byteLength(skill) / 4);
  assert.ok(tokens <= 6_000, String(tokens));
});

test('Its steps have the operations of all flows, each with its request', () => {
  const steps = skill.slice(0, skill.indexOf('## Errors'));
  const optional = new Set(['deleteAnalysisJob', 'getAccount']);
  for (const flow of flows())
    for (const id of flow.operations.filter((each) => !optional.has(each))) {
      const call = operations.find((operation) => operation.id === id)?.call;
      assert.match(steps, call ? patternOf(call) : /POST your webhook URL/, `${flow.name}: ${id}`);
    }
});

test('Its advice uses names of the contracts and the limits of the guides', () => {
  const prose = skill.slice(0, skill.indexOf('## Other operations')).replaceAll(/```[\s\S]*?```/g, '');
  const names = [...prose.matchAll(/`([A-Za-z_]+)(?:\[\])?`/g)].map(([, name]) => name!);
  assert.ok(names.length > 40);
  for (const name of new Set(names.filter((each) => !/^[A-Z_]+_[A-Z_]+$/.test(each))))
    assert.match(platform, new RegExp(`(?<!\\w)${name}(?!\\w)`), name);
  for (const name of ['retries', 'retryWaits', 'jitter', 'longestPoll', 'longestWait', 'overlap'] as const)
    assert.ok(skill.includes(limits[name]), name);
});

test('Its links lead to files of the site, with the host, because agents keep the file', () => {
  const links = [...skill.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => new URL(target!));
  assert.ok(links.length > 4);
  for (const { origin, pathname } of links) {
    assert.equal(origin, site.origin);
    assert.ok(isBuilt(pathname), pathname);
  }
});
