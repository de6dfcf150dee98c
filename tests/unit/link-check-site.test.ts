import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFinder } from '../../src/build/link-check/find-source.ts';
import { describeLinkErrors } from '../../src/build/link-check/index.ts';
import { projectRoot } from '../support/project-copy.ts';

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
