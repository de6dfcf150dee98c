import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { sourceFinder } from '../../src/build/link-check/find-source.ts';
import { checkLinks, describeLinkErrors } from '../../src/build/link-check/index.ts';
import { projectRoot } from '../support/project-copy.ts';

const origin = 'https://developer.example.com';

const noSource = () => undefined;

test('The message lists page, link and reason, and an error that pages share only once', () => {
  const error = { target: '/othr/', from: 'a[href]', reason: 'there is no such page.' };
  const errors = ['/a/', '/b/', '/c/'].map((url) => ({ page: { url, file: '' }, ...error }));
  const empty = { page: { url: '/a/', file: '' }, target: '', from: 'a[href]', reason: 'the link is empty.' };
  assert.equal(
    describeLinkErrors([...errors, empty], '', noSource),
    'The built site has 2 broken links:\n' +
      '  /a/ and 2 more\n    /othr/ (a[href])\n      there is no such page.\n' +
      '  /a/\n     (a[href])\n      the link is empty.',
  );
  assert.match(describeLinkErrors(errors, '', noSource), /^The built site has 1 broken link:\n/);
});

test('The message says where a link is written, which is looked up without the base path', () => {
  const asked: string[][] = [];
  const message = describeLinkErrors(
    [
      {
        page: { url: '/docs/guide/', file: 'guide/index.html' },
        target: '/docs/othr/',
        from: 'a[href]',
        reason: 'why.',
      },
    ],
    '/docs',
    (...link) => {
      asked.push(link);
      return 'src/content/docs/guide.md:6';
    },
  );
  assert.deepEqual(asked, [['guide/index.html', '/othr/']]);
  assert.match(message, /\n {6}why\.\n {6}Written in src\/content\/docs\/guide\.md:6$/);
});

test("The source of a link is the page's own file, or else a file that pages share", () => {
  const find = sourceFinder(projectRoot);
  const [page = '', line] = find('index.html', '/go-live/')?.split(':') ?? [];
  assert.equal(page, 'src/content/docs/index.mdx');
  assert.ok(Number(line) > 5);
  assert.match(find('webhooks/index.html', '/sequencing/') ?? '', /^src\/config\/sections\.ts:\d+$/);
  assert.equal(find('webhooks/index.html', '/no-such-page/'), undefined);
  assert.equal(find('webhooks/index.html', '/categorizatio'), undefined, 'a part of a link is none');
});

/** Runs the whole check on a folder with these files, served below /docs. */
async function checkFolder(files: Record<string, string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return await checkLinks({ folder, base: '/docs', origin, root: projectRoot });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('All pages, files and stylesheets below the built folder are read, with the sitemap that comes later', async () => {
  const links =
    '<a href="/docs/a/#part">a</a> <a href="/docs/file.txt">b</a> <a href="/docs/sitemap-index.xml">c</a>';
  const files = {
    'index.html': links,
    'a/index.html': '<h2 id="part">Part</h2>',
    'file.txt': '',
    '_astro/a.css': 'a { background: url(/docs/b.png) }',
  };
  assert.equal(await checkFolder(files), 3);
  const broken = {
    ...files,
    '_astro/a.css': '@import "https://a.example.org/";',
    'a/index.html': '<a href="/a/">x</a>',
  };
  await assert.rejects(checkFolder(broken), (error: Error) => {
    assert.match(error.message, /^The built site has 3 broken links:\n/);
    assert.match(error.message, / {2}\/docs\/a\/\n {4}\/a\/ \(a\[href\]\)\n {6}there is no such page\.\n/);
    assert.match(error.message, / {2}\/docs\/_astro\/a\.css\n/);
    return true;
  });
});
