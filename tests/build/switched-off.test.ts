import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';

/** The site without its options: no worker, no announcement, a header that stays. */
let copy: ProjectCopy;
let page: string;
let scripts: string;

before(() => {
  copy = new ProjectCopy();
  copy.edit('src/config/offline.ts', 'enabled: true', 'enabled: false');
  copy.edit('src/config/site.ts', 'hideOnScroll: true', 'hideOnScroll: false');
  const file = 'src/config/announcement.ts';
  copy.write(
    file,
    copy.read(file).replace(/(announcement: Announcement \| undefined =)[^]*/, '$1 undefined;\n'),
  );
  const { status, output } = copy.build();
  assert.equal(status, 0, output.slice(-4000));
  page = copy.read('dist/webhooks/index.html');
  const files = copy.builtFiles().filter((each) => /^_astro\/site\..+\.js$/.test(each));
  assert.equal(files.length, 1);
  scripts = copy.read(`dist/${files[0]!}`);
});

after(() => copy.remove());

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
