import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../support/project-copy.ts';
import { guides, place } from './support/pages.ts';

/* What isn't confirmed is listed once, where readers look for it. */

const listing = 'src/content/docs/what-is-assumed.mdx';

const readProjectFile = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

test('"What is assumed" lists every row of ASSUMPTIONS.md', () => {
  const rows = [...readProjectFile('ASSUMPTIONS.md').matchAll(/^\| (?!What \||---)(.+?) \|/gm)].map(
    ([, what]) => what!,
  );
  assert.ok(rows.length > 20, `There are ${rows.length} rows.`);
  const bold = [...readProjectFile(listing).matchAll(/\*\*(.+?)\.?\*\*/g)].map(([, text]) => text!);
  assert.deepEqual(
    rows.filter((what) => !bold.includes(what)),
    [],
  );
  assert.deepEqual(bold, [...new Set(bold)]);
});

test('Only "What is assumed" mentions the specification, which readers don\'t have', () => {
  const errors = guides
    .filter(({ file }) => file !== listing)
    .flatMap((page) =>
      page.texts.filter(({ text }) => /\bspecification\b/i.test(text)).map((each) => place(page, each)),
    );
  assert.deepEqual(errors, []);
  const reasons = globSync('openapi/{,shared/}*.yaml', {
    cwd: projectRoot,
    exclude: ['openapi/redocly.yaml'],
  });
  assert.deepEqual(
    reasons.filter((file) => /the specification/i.test(readProjectFile(file))),
    [],
  );
});

test('An open question is tried on the platform, because the sandbox only follows what these docs assume', () => {
  const errors = guides.flatMap((page) => {
    const start = page.headings.find(({ text }) => text === 'Open questions')?.line ?? Infinity;
    const end = page.headings.find(({ line }) => line > start)?.line ?? Infinity;
    return page.texts
      .filter(({ line, text }) => line > start && line < end && /\bsandbox\b(?!\s+providers?)/i.test(text))
      .map((each) => place(page, each));
  });
  assert.deepEqual(errors, []);
});
