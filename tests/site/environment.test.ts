import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environments } from '../../src/config/samples.ts';
import { pageAt, sitePages } from '../support/built-pages.ts';

const { platform, sandbox } = environments;

/** Pages with code that depends on the environment. */
const pages = sitePages
  .map((path) => ({ path, html: pageAt(path).html }))
  .filter(({ html }) => html.includes('<span data-sandbox='));

test('a page whose code depends on the environment has one switch, before the code', () => {
  assert.ok(pages.length >= 50);
  for (const { path, html } of pages) {
    const [first, ...others] = [...html.matchAll(/role="radiogroup"/g)];
    assert.ok(first, `${path} has no switch. Put <EnvironmentSwitch /> before its first sample.`);
    assert.deepEqual(others, [], path);
    // The hero of the home page comes before everything.
    if (path !== '/') assert.ok(first.index < html.indexOf('<span data-sandbox='), path);
    assert.ok(
      html.includes(`For the sandbox, replace the host with <code translate="no">${sandbox.host}</code>`),
      path,
    );
  }
});

test('other pages have no switch', () => {
  for (const path of sitePages) {
    if (!pages.some((page) => page.path === path))
      assert.doesNotMatch(pageAt(path).html, /name="environment"/, path);
  }
});

test('code contains the host and the credentials of the platform with those of the sandbox', () => {
  const own = new RegExp(`${RegExp.escape(platform.host)}|${platform.clientId}|${platform.clientSecret}`);
  for (const { path, html } of pages) {
    for (const [code] of html.matchAll(/<pre.*?<\/pre>/gs)) {
      const others = code
        .replaceAll(/<span data-sandbox="[^"]+">[^<]+<\/span>/g, '')
        .replaceAll(/<[^>]+>/g, '');
      assert.doesNotMatch(others, own, path);
    }
  }
});
