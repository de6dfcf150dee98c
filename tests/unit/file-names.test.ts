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

for (const [what, file, name] of [
  ['a space', 'docs/my page.mdx', 'docs/my-page.mdx'],
  ['a space in its folder', 'docs/my pages/a.md', 'docs/my-pages/a.md'],
  ['an umlaut', 'docs/übersicht.mdx', 'docs/ubersicht.mdx'],
  ['a dot', 'docs/v1.2.mdx', 'docs/v1-2.mdx'],
  ['a capital letter', 'docs/Upper.mdx', 'docs/upper.mdx'],
  ['an extension in capitals', 'docs/page.MDX', 'docs/page.mdx'],
  ['the other extension of YAML', 'providers/be.yml', 'providers/be.yaml'],
] as const)
  test(`A file whose name has ${what} is reported, with a name that works`, (context) => {
    assert.equal(
      messageAbout(context, file),
      `src/content/${file}: the site would ignore this name.\n  Fix: rename it to src/content/${name}, or delete it.`,
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
