import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ProjectCopy, projectFiles, projectRoot } from '../support/project-copy.ts';

/*
 * Builds the site again from the sources and history of dist/, but without caches, in a folder with a space in its
 * name, on a different day, with a different language and NODE_ENV, with Windows line endings, and with stray files.
 */

/** Stray files from operating systems, editors, tools, and developers. */
const strays = `
  public/.env public/notes.txt public/favicon.svg~ public/.DS_Store
  starters/javascript/.env starters/.idea/x.js starters/python/client.pyc starters/python/__pycache__/client.pyc
  openapi/.x.yaml openapi/flows/.connect.yaml.swp openapi/flows/connect.orig.yaml openapi/users.yaml~
  openapi/published/.DS_Store openapi/published/users/.1.1.0.json
  src/content/docs/glossary.mdx~ src/content/docs/#glossary.mdx#
  src/content/docs/glossary.mdx.orig src/content/docs/.idea/x.mdx src/content/docs/.DS_Store
  src/content/partials/.x.mdx src/content/providers/nl.yaml.orig src/content/categories/.z1.yaml`;

/** Sources that editors on Windows may save with `\r\n`. */
const TEXT = /^(src|openapi|starters)\/.*\.\w+$/;

/** The date in a time zone, by default this machine's. */
const dateIn = (timeZone?: string) => new Date().toLocaleDateString('en', { timeZone });

/** Two time zones that are 26 hours apart, so never on the same day. */
const otherDay = ['Pacific/Kiritimati', 'Etc/GMT+12'].find((zone) => dateIn(zone) !== dateIn());

const copy = new ProjectCopy('a portal-');
after(() => copy.remove());

test('The project builds, and one message says that all links work', () => {
  copy.addHistory();
  for (const file of projectFiles().filter((each) => TEXT.test(each)))
    copy.write(file, copy.read(file).replaceAll('\n', '\r\n'));
  for (const file of strays.trim().split(/\s+/)) copy.write(file, '<Broken: [');
  const { status, output } = copy.build({ TZ: otherDay, LC_ALL: 'de_DE.UTF-8', NODE_ENV: 'development' });
  assert.equal(status, 0, output);
  assert.equal(output.match(/\blinks\b.*\b(?:valid|work|broken|checked)\b/gi)?.join(), 'links are valid');
  assert.doesNotMatch(output.replace(/\[WARN\] \[public-files\].*/, ''), /\[WARN\]/);
});

test('Two builds of the same sources are identical in any folder, on any day, and with any language, NODE_ENV, line endings, and stray files', () => {
  // Line endings may differ in pages, but in no other files.
  for (const folder of ['dist', 'hosts'])
    for (const options of [['--exclude=*.html'], ['--strip-trailing-cr']]) {
      const folders = [join(projectRoot, folder), copy.path(folder)];
      const { stdout, stderr } = spawnSync('diff', ['-rq', ...options, ...folders], { encoding: 'utf8' });
      assert.equal(stdout + stderr, '', 'If dist/ is older than the sources, run `npm run build` first.');
    }
});
