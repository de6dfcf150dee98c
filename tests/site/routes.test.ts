import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { changeLogOf } from '../../src/contract/change-log.ts';
import { sections } from '../../src/config/sections.ts';
import { site } from '../../src/config/site.ts';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { routes } from '../support/routes.ts';
import { builtFile, isBuilt, pageAt, readersPages, sitePages, WRITERS_PAGE } from '../support/built-pages.ts';

test('every route returns 200 with and without the trailing slash, and an unknown path the not-found page', async () => {
  const server = createSiteServer('dist').listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  try {
    for (const route of routes) {
      const { status, text } = await get(route);
      assert.equal(status, 200, route);
      if (route !== '/') assert.deepEqual(await get(route.slice(0, -1)), { status, text }, route);
    }
    const notFound = builtFile('404.html').toString();
    for (const path of ['/no-such-page', '/webhooks/no-such-page/', '/openapi/no-such-api.yaml'])
      assert.deepEqual(await get(path), { status: 404, text: notFound }, path);
  } finally {
    server.close().closeAllConnections();
  }
});

test('every folder above a page is a page or leads to one', () => {
  const { redirects } = readFacts();
  for (const path of sitePages)
    for (let folder = path; folder !== '/'; folder = folder.replace(/[^/]+\/$/, ''))
      assert.ok(sitePages.includes(redirects[folder] ?? folder), folder);
  assert.equal(redirects['/recipes/'], '/recipes/check-an-income/');
});

test('the sitemap lists every route for readers and not the error pages, and pages link to it', () => {
  assert.deepEqual(
    routes.filter((route) => !sitePages.includes(route)),
    [],
  );
  assert.deepEqual(
    sitePages.filter((path) => /404|500/.test(path)),
    [],
  );
  assert.ok(!readersPages.includes(WRITERS_PAGE));
  const [index] = pageAt('/').attributes('head link[rel="sitemap"]', 'href');
  assert.match(builtFile(index!).toString(), /\/sitemap-0\.xml<\/loc>/);
});

test('the sitemap has the day of the latest version of an API for its reference', () => {
  const xml = builtFile('sitemap-0.xml').toString();
  const days = [...xml.matchAll(/<lastmod>(.*?)<\/lastmod>/g)].map(([, day]) => day!);
  for (const day of days) assert.match(day, /^\d{4}-\d\d-\d\dT00:00:00.000Z$/);
  for (const path of ['/api/consents/', '/api/consents/operations/createconsent/', '/consents-api/'])
    assert.ok(xml.includes(`${path}</loc><lastmod>${changeLogOf('consents')[0]!.date}T`), path);
});

test('every page has one main heading', () => {
  for (const path of [...sitePages, '/404.html', '/500.html'])
    assert.notEqual(pageAt(path).texts('h1').join(), '', path);
  for (const path of sitePages) pageAt(path).one('h1');
});

test('every page has a title and a description of its own', () => {
  const owners = new Map<string, string>();
  for (const path of sitePages) {
    const page = pageAt(path);
    const [description, ...others] = page.attributes('meta[name=description]', 'content');
    assert.equal(others.length, 0, path);
    for (const text of [page.texts('head > title').join(), description ?? '']) {
      assert.notEqual(text.trim(), '', path);
      assert.equal(owners.get(text), undefined, `"${text}", also on ${path}`);
      owners.set(text, path);
    }
  }
});

test('every page has its own URL as its canonical URL', () => {
  for (const path of sitePages)
    assert.deepEqual(pageAt(path).attributes('link[rel=canonical]', 'href'), [site.origin + path], path);
});

test('every page has the image of its section for shared links', () => {
  const images = new Set(
    sitePages.map(
      (path) => new URL(pageAt(path).attributes('meta[property="og:image"]', 'content')[0]!).pathname,
    ),
  );
  assert.equal(images.size, sections.length);
  for (const image of [...images, '/favicon.ico', '/apple-touch-icon.png']) assert.ok(isBuilt(image), image);
  const { icons } = JSON.parse(builtFile('manifest.webmanifest').toString()) as { icons: { src: string }[] };
  assert.equal(icons.length, 2);
  for (const { src } of icons) assert.ok(isBuilt(src), src);
});
