import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { hasWholeHistory } from '../../src/shared/last-change.ts';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { browserArguments, findBrowser } from '../support/browser.ts';
import { environment, ProjectCopy } from '../support/project-copy.ts';
import { testFolder } from '../support/test-folder.ts';

/* Builds the site once with different settings: no service worker, a header that hides, a git history, and edit links. */

const GUIDE = 'src/content/docs/webhooks/events.mdx';
const FIRST = '2026-03-02T10:00:00Z';
const SECOND = '2026-05-06T23:30:00Z';
const EDIT = 'https://git.example.com/portal/edit/main';

const copy = new ProjectCopy();
const executablePath = findBrowser() ?? chromium.executablePath();
const browser = await chromium.launch({ executablePath, args: browserArguments });
const server = createSiteServer(copy.path('dist')).listen(0);

function git(folder: string, date: string, ...options: string[]) {
  const author = ['-c', 'user.name=Writer', '-c', 'user.email=writer@example.com'];
  const env = { ...environment, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  execFileSync('git', [...author, ...options], { cwd: folder, env, stdio: 'pipe' });
}

/** The date and edit link in a built page's footer. */
function footOf(path: string) {
  const html = copy.read(`dist/${path}index.html`);
  const [, updated, shown] =
    /Last updated:\s*<time datetime="?([^">]+)"?[^>]*>\s*([^<]*?)\s*<\/time>/.exec(html) ?? [];
  const [, edit] = /<a href="?([^">\s]+)"?[^>]*>(?:(?!<\/a>)[^])*Edit page\s*<\/a>/.exec(html) ?? [];
  return { updated, shown, edit };
}

before(() => {
  // Commit the pages twice. The second commit changes one guide.
  git(copy.folder, FIRST, 'init', '--quiet');
  git(copy.folder, FIRST, 'add', 'src/content');
  git(copy.folder, FIRST, 'commit', '--quiet', '--message', 'First');
  copy.write(GUIDE, `${copy.read(GUIDE)}\n`);
  git(copy.folder, SECOND, 'commit', '--quiet', '--all', '--message', 'Second');
  copy.edit('src/config/site.ts', 'editBaseUrl: undefined as string | undefined', `editBaseUrl: '${EDIT}'`);
  copy.edit('src/offline/settings.ts', 'enabled: true', 'enabled: false');
  copy.edit('src/config/site.ts', 'headerHides = false', 'headerHides = true');
  // In this time zone, the second commit is a day later, and the locale is German.
  const { status, output } = copy.build({ TZ: 'Pacific/Kiritimati', LC_ALL: 'de_DE.UTF-8' });
  assert.equal(status, 0, output.slice(-4000));
});

after(async () => {
  await browser.close();
  server.close().closeAllConnections();
  copy.remove();
});

/** Opens a page in a browser. */
async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}${path}`);
  return page;
}

// tests/e2e/offline/deploys.spec.ts tests that an existing worker removes itself.
test('With the kill switch, pages register no worker', async () => {
  const page = await open('/sequencing/');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  // The script registers the worker when the browser is idle, but no later than after 2 seconds.
  await page.waitForTimeout(3_000);
  await page.waitForLoadState('networkidle');
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  assert.ok(!requested.some((url) => url.endsWith('/service-worker.js')));
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`If the header hides, it disappears when the reader scrolls down and returns when they scroll up, and so do sidebar and contents, with the preference for motion "${reducedMotion}"`, async () => {
    const page = await open('/webhooks/');
    await page.emulateMedia({ reducedMotion });
    await page.mouse.move(600, 400);
    for (const [pixels, shows] of [
      [1_200, false],
      [-300, true],
      [300, false],
    ] as const) {
      await page.mouse.wheel(0, pixels);
      await page.waitForFunction((wanted) => {
        const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
        const edge = Math.max(0, boxOf('header').bottom);
        const below = ['.sidebar-pane', '.right-sidebar'].map((each) => boxOf(each).top);
        return edge > 0 === wanted && below.every((top) => Math.abs(top - edge) <= 1);
      }, shows);
      // The shadows of code blocks follow the scroll position, not the time.
      const animations = await page.evaluate(
        () => document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length,
      );
      if (reducedMotion === 'reduce') assert.equal(animations, 0);
    }
  });

test("Guides show their last commit date and a source link, but generated pages don't", () => {
  assert.deepEqual(footOf('webhooks/events/'), {
    updated: '2026-05-06T23:30:00.000Z',
    shown: 'May 6, 2026',
    edit: `${EDIT}/${GUIDE}`,
  });
  assert.equal(footOf('sequencing/').updated, '2026-03-02T10:00:00.000Z');
  assert.equal(footOf('').edit, `${EDIT}/src/content/docs/index.mdx`);
  for (const path of ['api/users/', 'api/users/operations/createuser/'])
    assert.deepEqual(footOf(path), { updated: undefined, shown: undefined, edit: undefined }, path);
  assert.equal(footOf('users-api/').updated, undefined);
});

test('A shallow clone counts as having no history, because all files have the same commit date', () => {
  const shallow = testFolder();
  assert.equal(hasWholeHistory(copy.folder), true);
  git(copy.folder, SECOND, 'clone', '--quiet', '--depth=1', `file://${copy.folder}`, shallow);
  assert.equal(hasWholeHistory(shallow), false);
});
