import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';

test('Below a base path, the build finds relative links and links to localhost', (context) => {
  const copy = new ProjectCopy();
  context.after(() => copy.remove());
  const front =
    'title: A planted page\ndescription: A page that a test plants into a copy of the project, with links that work on one machine only.';
  copy.write(
    'src/content/docs/webhooks/planted.md',
    `---\n${front}\n---\n[a](../events/)\n\n[b](http://localhost:4321/webhooks/)\n`,
  );
  copy.edit('src/config/sidebars.ts', "webhooks: ['webhooks',", "webhooks: ['webhooks', 'webhooks/planted',");
  const { status, output } = copy.build({ BASE_PATH: '/docs/' });
  assert.equal(status, 1, output);
  assert.match(output, /webhooks\/planted\.md\n[^]*\b6 \| \.\.\/events\/\n.*relative link/);
  assert.match(output, /\b8 \| http:\/\/localhost:4321\/webhooks\/\n.*local link/);
  assert.match(output, /Links validation failed/);
});
