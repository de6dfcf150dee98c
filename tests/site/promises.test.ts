import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { builtText, facts, pageAt, textOf } from '../support/built-pages.ts';

/* What the site promises, written by hand. The tables that the code reads may be wrong, and tests that read them, too. */

test('The contracts have the constants of the specification', () => {
  const { paths, components } = parse(builtText('/openapi/platform.yaml'));
  const { CreateConsentRequest, CreateAnalysisJobRequest, CategorizationEngine } = components.schemas;
  assert.deepEqual(paths['/Consent/{id}/refresh'].post['x-rate-limit'], {
    ...{ limit: 6, per: 'consent', window: 'P1D', history: 'P7D' },
  });
  assert.equal(paths['/Sequencing'].get['x-lookback'], 'P13M');
  assert.deepEqual(paths['/Sequencing'].get['x-statistics-windows'], ['P12M', 'P6M', 'P3M']);
  assert.deepEqual(CreateConsentRequest.required, ['providerKey', 'redirectUrl']);
  assert.equal(CreateConsentRequest.properties.countryCode.default, 'NL');
  assert.deepEqual(CreateAnalysisJobRequest.properties.engine.enum, ['Z2', 'E1']);
  assert.deepEqual(CreateAnalysisJobRequest.properties.profile.enum, ['RETAIL', 'CORPORATE']);
  assert.deepEqual(CategorizationEngine.enum, ['z1', 'z2']);
  const { scopes } = components.securitySchemes.oauth2.flows.clientCredentials;
  assert.deepEqual(Object.keys(scopes), ['customer-api']);
});

for (const [path, id, ...shown] of [
  ['consents/operations/createconsent', 'countryCode', 'string Assumed The', 'Default NL', '^[A-Z]{2}$'],
  ['consents/operations/createconsent', 'redirectUrl', 'string (uri)', 'required'],
  ['consents/operations/getconsent', 'response.status', 'required', '4 UPDATED', '8 TIMEDOUT'],
  ['transactions/operations/listtransactions', 'PageSize', 'integer', 'at least 1', 'Example 4'],
  ['transactions/operations/listtransactions', 'DateTo', 'string (date)', 'latest day'],
  ['analysis/operations/createanalysisjob', 'engine', 'Default Z2', 'E1 The E1 engine.'],
] as const)
  test(`The reference of ${path} shows the type, limits, default, and meanings of ${id}`, () => {
    const text = textOf(pageAt(`/api/${path}/`).one(`[id="${id}"]`));
    assert.ok(text.startsWith(id.replace('response.', '')), text);
    for (const part of shown) assert.ok(text.includes(part), `${part}: ${text}`);
    assert.deepEqual(
      shown.toSorted((one, other) => text.indexOf(one) - text.indexOf(other)),
      shown,
      text,
    );
  });

test('A sample in each language sends the method, the path, and the token', () => {
  const page = pageAt('/api/consents/operations/refreshconsent/');
  const samples = page.all('pre[data-language]').map((pre) => [pre.attribs['data-language'], textOf(pre)]);
  for (const language of ['sh', 'js', 'python', 'csharp', 'java', 'php']) {
    const code = samples.find(([name]) => name === language)?.[1] ?? '';
    assert.match(code, /\bAuthorization\b.*Bearer YOUR_ACCESS_TOKEN/, language);
    assert.match(code, /POST/i, language);
    assert.match(code, /https:\/\/api\.example\.com\/Consent\/[\s\S]+\/refresh/, language);
  }
});

test('Each product on the home page leads to its section', () => {
  assert.deepEqual(pageAt('/').attributes('.products a', 'href'), [
    ...['/account-information/', '/sequencing/', '/categorization/introduction/', '/analysis/introduction/'],
    '/webhooks/',
  ]);
});

test('Search engines may read every page, and the sitemap is complete', () => {
  assert.match(builtText('/robots.txt'), /^User-agent: \*\nAllow: \/\n\nSitemap: \S+\/sitemap-index\.xml\n$/);
});

test('Every response has these headers, and pages allow only these sources', () => {
  const [all = ''] = builtText('/_headers').split(/^(?=\S)/m);
  const policy = /Content-Security-Policy: (.*)/.exec(all)?.[1] ?? '';
  assert.equal(
    policy.replaceAll(/ 'sha256-[^']+'/g, ''),
    "default-src 'self'; object-src 'none'; frame-src 'none'; media-src 'none'; " +
      "script-src 'self' 'wasm-unsafe-eval'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; " +
      "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  for (const header of [
    'X-Content-Type-Options: nosniff',
    'Strict-Transport-Security: max-age=31536000',
    'Referrer-Policy: same-origin',
    'X-Frame-Options: DENY',
    'Cross-Origin-Opener-Policy: same-origin',
  ])
    assert.ok(all.includes(`\n  ${header}\n`), header);
  assert.match(all, /Permissions-Policy: .*camera=\(\).*geolocation=\(\).*payment=\(\).*usb=\(\)/);
  assert.equal(facts.policy.replaceAll(/ 'sha256-[^']+'/g, '').includes('*'), false);
});

test('The skill says which parameters and fields are required', () => {
  const skill = builtText('/skill.md');
  assert.match(skill, /type CreateConsentRequest = \{ providerKey: string; countryCode\?: string/);
});
