import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { checkFileNames } from '../../src/content/file-names.ts';

/** The message about a project whose content has some files; empty if they are right. */
function messageAbout(context: TestContext, ...files: string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'names-'));
  context.after(() => rmSync(root, { recursive: true }));
  for (const file of ['docs/webhooks/index.mdx', 'docs/webhooks/events.mdx', 'providers/nl.yaml', ...files]) {
    mkdirSync(dirname(join(root, 'src/content', file)), { recursive: true });
    writeFileSync(join(root, 'src/content', file), '');
  }
  try {
    checkFileNames(root);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

for (const file of [
  'docs/my page.mdx',
  'docs/my pages/a.md',
  'docs/v1.2.mdx',
  'docs/Upper.mdx',
  'providers/be.yml',
])
  test(`The name ${file} is reported, with the fix`, (context) => {
    assert.match(
      messageAbout(context, file),
      new RegExp(`^src/content/${RegExp.escape(file)}: .*\\n  Fix: `),
    );
  });

test('Two files for one page are reported', (context) => {
  assert.equal(
    messageAbout(context, 'docs/webhooks/events.md', 'docs/webhooks.md'),
    [
      'src/content/docs/webhooks.md and src/content/docs/webhooks/index.mdx are the same page.\n  Fix: keep one.',
      'src/content/docs/webhooks/events.md and src/content/docs/webhooks/events.mdx are the same page.\n  Fix: keep one.',
    ].join('\n'),
  );
});

test('What systems and editors put beside sources is ignored', (context) => {
  const strays = ['.DS_Store', '.x.mdx', '.idea/x.mdx', 'x.mdx~', '#x.mdx#', '.x.mdx.swp', 'x.mdx.orig'];
  assert.equal(messageAbout(context, ...strays.map((file) => `docs/${file}`)), '');
});
