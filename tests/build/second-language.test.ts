import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';

/** A language that the site does not have yet, with one page of its own. */
let copy: ProjectCopy;

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
  const { status, output } = copy.build();
  assert.equal(status, 0, output.slice(-4000));
});

after(() => copy.remove());

test('A second language appears in the language switcher of every page', () => {
  const page = copy.read('dist/sequencing/index.html');
  assert.match(page, /<a href="\/nl\/sequencing\/" lang="nl" hreflang="nl"[^>]*>\s*Nederlands\s*<\/a>/);
});

test('Header, sidebar and footer of a page in the second language lead to pages in it', () => {
  const page = copy.read('dist/nl/webhooks/index.html');
  assert.match(page, /<html lang="nl"/);
  assert.match(page, /href="\/nl\/webhooks\/events\/"/);
  assert.match(page, /href="\/nl\/analysis\/introduction\/"/);
  assert.match(page, /href="\/nl\/webhooks\/" aria-current="page"/);
});

test('Pages of the static reference exist once: their switcher leads to themselves', () => {
  const page = copy.read('dist/api/users/index.html');
  assert.match(page, /<a href="\/api\/users\/" lang="nl"/);
  assert.doesNotMatch(page, /\/nl\/api\//);
});
