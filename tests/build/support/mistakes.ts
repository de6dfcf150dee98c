import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { ProjectCopy } from '../../support/project-copy.ts';

/** A mistake that a writer may make, and the messages of the build. */
export interface Mistake {
  title: string;
  plant: () => void;
  /** Added to the environment of the build. */
  variables?: NodeJS.ProcessEnv;
  /** Each matches a message with the location, the error and the fix. */
  messages: readonly RegExp[];
}

/** A copy of the project, without the mistakes of other tests. */
export let copy: ProjectCopy;

/** The front matter of a page without mistakes. */
export const frontMatter = {
  title: 'A planted page',
  description: 'A page that a test plants into a copy of the project, with one error for the build to find.',
};

/** Writes a page into the section of the webhooks and, if it is a page that builds, into its sidebar. */
export function plantPage(
  file: string,
  body: string,
  fields: Record<string, string> = frontMatter,
  listed = true,
) {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  copy.write(`src/content/docs/webhooks/${file}`, ['---', ...lines, '---', body, ''].join('\n'));
  if (listed) plantInSidebar(`webhooks/${file.replace(/\.mdx?$/, '')}`);
}

/** Lists a page in the sidebar of the webhooks. */
export function plantInSidebar(slug: string) {
  copy.edit('src/config/sidebars.ts', "webhooks: ['webhooks',", `webhooks: ['webhooks', '${slug}',`);
}

/** Returns the first line of a file in the copy that contains a string, counted from 1. */
export function lineOf(file: string, text: string): number {
  return (
    copy
      .read(file)
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  );
}

/** Tests that the build fails with each mistake, and says what is wrong. */
export function testMistakes(mistakes: readonly Mistake[]): void {
  before(() => {
    copy = new ProjectCopy();
  });
  afterEach(() => copy.restore());
  after(() => copy.remove());
  describe('The build fails and reports:', () => {
    for (const mistake of mistakes) {
      test(mistake.title, () => {
        mistake.plant();
        const { status, output } = copy.build(mistake.variables);
        assert.equal(status, 1, output);
        for (const message of mistake.messages) assert.match(output, message);
      });
    }
  });
}
