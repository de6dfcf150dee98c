import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDeployment } from '../../src/config/deployment.ts';

const ORIGIN = 'https://docs.example.com';

for (const [variables, origin, base] of [
  [{}, ORIGIN, '/'],
  [{ SITE_URL: 'https://docs.example.org/' }, 'https://docs.example.org', '/'],
  [{ SITE_URL: 'http://localhost:8080', BASE_PATH: '/docs/' }, 'http://localhost:8080', '/docs/'],
  [{ SITE_URL: 'HTTPS://Docs.München.example' }, 'https://docs.xn--mnchen-3ya.example', '/'],
  [{ BASE_PATH: 'docs' }, ORIGIN, '/docs/'],
  [{ BASE_PATH: '/a/b-2' }, ORIGIN, '/a/b-2/'],
] as const)
  test(`${JSON.stringify(variables)} publishes the site at ${origin}${base}`, () => {
    assert.deepEqual(readDeployment(variables, ORIGIN), { origin, base });
  });

for (const [name, value] of [
  ['SITE_URL', 'docs.example.org'],
  ['SITE_URL', 'https://example.org/docs/'],
  ['SITE_URL', 'https://*.example.org'],
  ['SITE_URL', 'https://docs;$host.example.org'],
  ['BASE_PATH', 'https://example.org/docs/'],
  ['BASE_PATH', '/a b/'],
  ['BASE_PATH', '//docs//'],
] as const)
  test(`${name}="${value}" is rejected with the value and an example`, () => {
    assert.throws(
      () => readDeployment({ [name]: value }, ORIGIN),
      ({ message }: Error) =>
        message.startsWith(`${name} is "${value}"`) && message.includes(`Write ${name}=`),
    );
  });
