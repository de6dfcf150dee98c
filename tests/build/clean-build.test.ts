import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { filesBelow } from '../../src/shared/files-below.ts';
import { ProjectCopy, projectFiles, projectRoot } from '../support/project-copy.ts';

/*
 * The same sources and history as those of dist/, without caches, in a folder with a space in its name, on another day
 * and in another language, with another NODE_ENV, saved with Windows line ends, and with files between them that aren't
 * sources.
 */

/** What systems, editors, tools and developers leave in folders. */
const strays = [
  ...[
    'public',
    'starters',
    'openapi',
    'openapi/flows',
    'openapi/published',
    'src/content',
    'src/content/docs',
  ].map((folder) => `${folder}/.DS_Store`),
  ...[
    'public/.env',
    'public/notes.txt',
    'public/favicon.svg~',
    'starters/javascript/.env',
    'starters/.idea/x.js',
  ],
  ...['starters/python/client.pyc', 'starters/python/__pycache__/client.pyc', 'starters/java/Flow.java.orig'],
  ...[
    'openapi/.x.yaml',
    'openapi/flows/.connect.yaml.swp',
    'openapi/flows/connect.orig.yaml',
    'openapi/users.yaml~',
  ],
  ...['openapi/published/users/1.1.0 copy.json', 'openapi/published/users/.1.1.0.json'],
  ...['.x.mdx', 'glossary.mdx~', '#glossary.mdx#', 'glossary.mdx.orig', '.idea/x.mdx'].map(
    (name) => `src/content/docs/${name}`,
  ),
  ...['partials/.x.mdx', 'providers/nl.yaml.orig', 'categories/.z1.yaml'].map(
    (name) => `src/content/${name}`,
  ),
];

/** Sources whose lines an editor on Windows may end with `\r\n`. */
const TEXT = /^(src|openapi|starters)\/.*\.\w+$/;

/** The date in a time zone, by default in that of this machine. */
const dateIn = (timeZone?: string) => new Date().toLocaleDateString('en', { timeZone });

/** Two time zones that are 26 hours apart, and so never on the same day. */
const otherDay = ['Pacific/Kiritimati', 'Etc/GMT+12'].find((zone) => dateIn(zone) !== dateIn());

const copy = new ProjectCopy('a portal-');
let output = '';
let status: number | null;

before(() => {
  copy.clean();
  const history = join(projectRoot, '.git');
  if (existsSync(history)) cpSync(history, copy.path('.git'), { recursive: true });
  for (const file of projectFiles().filter((each) => TEXT.test(each)))
    copy.write(file, copy.read(file).replaceAll('\n', '\r\n'));
  for (const file of strays) copy.write(file, '<Broken: [');
  ({ status, output } = copy.build({ TZ: otherDay, LC_ALL: 'de_DE.UTF-8', NODE_ENV: 'development' }));
});
after(() => copy.remove());

test('The project builds, and one message says that all links work', () => {
  assert.equal(status, 0, output);
  assert.equal(output.match(/\blinks\b.*\b(?:valid|work|broken|checked)\b/gi)?.join(), 'links are valid');
  assert.doesNotMatch(output.replace(/\[WARN\] \[public-files\].*/, ''), /\[WARN\]/);
});

/** A file, without the difference between the line ends of prose. */
const contentOf = (file: string) =>
  file.endsWith('.html') ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : readFileSync(file);

/** Hashes of what a build writes, by path, without what a server has compressed later. */
async function hashesIn(root: string): Promise<Record<string, string>> {
  const inFolder = async (folder: string) =>
    (await filesBelow(join(root, folder))).map((file) => `${folder}/${file}`);
  const written = (await Promise.all(['dist', 'hosts'].map(inFolder))).flat();
  const all = new Set(written);
  return Object.fromEntries(
    written
      .filter((file) => !/\.(br|gz)$/.test(file) || !all.has(file.replace(/\.\w+$/, '')))
      .map((file) => [
        file,
        createHash('sha256')
          .update(contentOf(join(root, file)))
          .digest('hex'),
      ]),
  );
}

test('Two builds of the same sources are identical, whatever the folder, the day, the language, NODE_ENV, the line ends and the files beside the sources', async () => {
  const one = await hashesIn(projectRoot);
  const other = await hashesIn(copy.folder);
  const differing = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (file) => one[file] !== other[file],
  );
  assert.ok(Object.keys(other).length > 300);
  // The sizes of pages.
  if (differing[0] === 'dist/offline-files.json') differing.shift();
  assert.deepEqual(differing, [], 'If dist/ is older than the sources, run `npm run build` first.');
});
