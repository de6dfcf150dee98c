import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { copy, request, runDevServer, until, untilPage } from './support/dev-server.ts';

runDevServer();

const fileOf = (slug: string) => `src/content/docs/${slug}.mdx`;

const pageWith = (title: string) => `---
title: ${title}
description: A page that the test of the development server adds, renames and deletes while the server runs.
---

The text of ${title}.
`;

/**
 * Changes a sidebar, and waits until the server says that it and the pages differ. Vite may miss a file that changes
 * while a request runs modules again because of another one.
 */
async function changeSidebar(from: string, to: string): Promise<void> {
  copy.edit('src/config/sidebars.ts', from, to);
  await untilPage('/webhooks/', 500);
}

test('A term that is no longer linked loses its links', async () => {
  const linked = async () => (await request('/webhooks/')).text.includes('href="/glossary/#consent"');
  await until('the page with the link', linked);
  copy.edit('src/content/glossary.yaml', '- id: consent\n', '- id: consent\n  link: false\n');
  const unlinked = async () => {
    const { status, text } = await request('/webhooks/');
    return status === 200 && !text.includes('href="/glossary/#consent"');
  };
  await until('the page without the link', unlinked);
});

test('After the restart for the glossary, pages that are added, changed, renamed and deleted still arrive', async () => {
  const slug = 'webhooks/new-page';
  const renamed = `${slug}-renamed`;
  await changeSidebar(`'webhooks/events'`, `'webhooks/events', '${slug}'`);
  copy.write(fileOf(slug), pageWith('A new page'));
  await untilPage(`/${slug}/`, 200, 'The text of A new page.');

  copy.write(fileOf(slug), pageWith('Another title'));
  await untilPage('/webhooks/', 200, 'Another title');

  await changeSidebar(slug, renamed);
  renameSync(copy.path(fileOf(slug)), copy.path(fileOf(renamed)));
  await untilPage(`/${renamed}/`, 200, 'The text of Another title.');
  await untilPage(`/${slug}/`, 404);

  await changeSidebar(`, '${renamed}'`, '');
  rmSync(copy.path(fileOf(renamed)));
  await untilPage('/webhooks/', 200);
  await untilPage(`/${renamed}/`, 404);
  assert.doesNotMatch((await request('/webhooks/')).text, /Another title/);
});
