import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Loader, LoaderContext } from 'astro/loaders';
import { sectionIds } from '../../src/config/sections.ts';
import {
  descriptionLength,
  FrontMatterError,
  pageFields,
  withWrittenFields,
  writtenFields,
} from '../../src/content/front-matter.ts';

const valid = {
  title: 'Refresh a consent',
  description:
    'After this page you can refresh a consent, wait for the webhook and read the new transactions.',
  section: 'account-information',
};

/** What a writer reads about this front matter, as `field: cure`. */
function faultsOf(data: unknown): string[] {
  const { error } = writtenFields.safeParse(data);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function without(field: keyof typeof valid): Record<string, unknown> {
  return Object.fromEntries(Object.entries(valid).filter(([name]) => name !== field));
}

test('Front matter with title, description and section has no fault', () => {
  assert.deepEqual(faultsOf(valid), []);
  for (const section of sectionIds) assert.deepEqual(faultsOf({ ...valid, section }), []);
});

test('A missing or empty title is a fault', () => {
  assert.deepEqual(faultsOf(without('title')), ['title: every page needs a title.']);
  assert.deepEqual(faultsOf({ ...valid, title: '' }), ['title: every page needs a title.']);
});

test('A missing description is a fault that says what a description is for', () => {
  const cure = 'description: every page needs one sentence that says what the reader will have at the end.';
  assert.deepEqual(faultsOf(without('description')), [cure]);
  assert.deepEqual(faultsOf({ ...valid, description: 7 }), [cure]);
});

test('A description that is too short or too long is a fault with its length and the limits', () => {
  assert.deepEqual(faultsOf({ ...valid, description: 'Consents.' }), [
    'description: has 9 characters; write 70 to 160.',
  ]);
  assert.deepEqual(faultsOf({ ...valid, description: 'x'.repeat(161) }), [
    'description: has 161 characters; write 70 to 160.',
  ]);
});

test('Descriptions may be as short and as long as the limits say', () => {
  for (const length of Object.values(descriptionLength)) {
    assert.deepEqual(faultsOf({ ...valid, description: 'x'.repeat(length) }), []);
  }
});

test('A missing section is a fault that lists the sections', () => {
  assert.deepEqual(faultsOf(without('section')), [
    `section: every page names its section: ${sectionIds.join(', ')}.`,
  ]);
});

test('An unknown section is a fault with its value and the sections that there are', () => {
  assert.deepEqual(faultsOf({ ...valid, section: 'webhook' }), [
    `section: there is no section "webhook"; use one of ${sectionIds.join(', ')}.`,
  ]);
});

test('The pages that the reference generates belong to the section api', () => {
  assert.equal(pageFields.parse({}).section, 'api');
});

/** Loads one page with this front matter, as the content layer does. */
async function load(data: Record<string, unknown>): Promise<unknown> {
  let parsed: unknown;
  const loader: Loader = {
    name: 'one-page',
    load: async ({ parseData }) => {
      parsed = await parseData({ id: 'page', data, filePath: 'src/content/docs/page.md' });
    },
  };
  const context = { parseData: ({ data: each }: { data: unknown }) => Promise.resolve(each) };
  await withWrittenFields(loader).load(context as unknown as LoaderContext);
  return parsed;
}

test('A page with good front matter is loaded as it is, with the fields that Starlight knows', async () => {
  const data = { ...valid, sidebar: { label: 'Refresh' } };
  assert.deepEqual(await load(data), data);
});

test('A page with faults is refused with its file and every fault at once', async () => {
  await assert.rejects(load({ title: 'Consents', description: 'Consents.', section: 'x' }), (error) => {
    assert.ok(error instanceof FrontMatterError);
    assert.equal(
      error.message,
      'src/content/docs/page.md: the front matter has 2 faults.\n' +
        '  description: has 9 characters; write 70 to 160.\n' +
        `  section: there is no section "x"; use one of ${sectionIds.join(', ')}.`,
    );
    return true;
  });
});

test('A single fault is called one', async () => {
  await assert.rejects(
    load(without('title')),
    /page\.md: the front matter has 1 fault\.\n {2}title: every page/,
  );
});
