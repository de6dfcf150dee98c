import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';

/**
 * The site with other settings, built once: a language that it does not have yet, with one page of its own; and no
 * service worker, no announcement, a header that stays.
 */
let copy: ProjectCopy;
let page: string;
let scripts: string;

before(() => {
  copy = new ProjectCopy();
  copy.edit('src/config/locales.ts', 'root: {', "nl: { label: 'Nederlands', lang: 'nl' },\n  root: {");
  copy.write(
    'src/content/docs/nl/webhooks/index.md',
    [
      '---',
      'title: Webhooks in het Nederlands',
      'description: Een bladzijde in een tweede taal, zodat de bouw laat zien dat de taal vanzelf verschijnt.',
      'section: webhooks',
      '---',
      'Tekst.',
      '',
    ].join('\n'),
  );
  copy.edit('src/config/offline.ts', 'enabled: true', 'enabled: false');
  copy.edit('src/config/site.ts', 'hideOnScroll: true', 'hideOnScroll: false');
  const file = 'src/config/announcement.ts';
  copy.write(
    file,
    copy.read(file).replace(/(announcement: Announcement \| undefined =)[^]*/, '$1 undefined;\n'),
  );
  const { status, output } = copy.build();
  assert.equal(status, 0, output.slice(-4000));
  page = copy.read('dist/sequencing/index.html');
  const files = copy.builtFiles().filter((each) => /^_astro\/site\..+\.js$/.test(each));
  assert.equal(files.length, 1);
  scripts = copy.read(`dist/${files[0]!}`);
});

after(() => copy.remove());

test('A second language appears in the language switcher of every page', () => {
  assert.match(page, /<a href="\/nl\/sequencing\/" lang="nl" hreflang="nl"[^>]*>\s*Nederlands\s*<\/a>/);
});

test('Header, sidebar and footer of a page in the second language lead to pages in it', () => {
  const dutch = copy.read('dist/nl/webhooks/index.html');
  assert.match(dutch, /<html lang="nl"/);
  assert.match(dutch, /href="\/nl\/webhooks\/events\/"/);
  assert.match(dutch, /href="\/nl\/analysis\/introduction\/"/);
  assert.match(dutch, /href="\/nl\/webhooks\/" aria-current="page"/);
});

test('Pages of the static reference exist once: their switcher leads to themselves', () => {
  const overview = copy.read('dist/api/users/index.html');
  assert.match(overview, /<a href="\/api\/users\/" lang="nl"/);
  assert.doesNotMatch(overview, /\/nl\/api\//);
});

test('With the kill switch, pages register no worker, and the published one removes itself', () => {
  assert.doesNotMatch(scripts, /serviceWorker\.register/);
  const worker = copy.read('dist/service-worker.js');
  assert.match(worker, /unregister\(\)/);
  assert.doesNotMatch(worker, /addEventListener\("fetch"/);
});

test('Without an announcement, no page has the bar or asks for its code', () => {
  assert.doesNotMatch(page, /AnnouncementBar|aria-label="Announcement"/);
});

test('A header that stays brings no script that would hide it', () => {
  assert.doesNotMatch(scripts + page, /headerHidden|data-header-hidden/);
});
