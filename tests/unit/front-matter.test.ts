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
  if (!error) return [];
  const { message } = new FrontMatterError([{ file: 'page.md', error }]);
  return message
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
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
  assert.deepEqual(faultsOf({ ...valid, description: null }), [cure]);
});

test('A text that YAML reads as something else is a fault with its value, not a missing one', () => {
  assert.deepEqual(faultsOf({ ...valid, title: 2026, sidebar: { label: true } }), [
    'title: is 2026, which is no text; put it in quotes.',
    'sidebar.label: is true, which is no text; put it in quotes.',
  ]);
});

test('A field of another kind is a fault with its value and what to write', () => {
  assert.deepEqual(faultsOf({ ...valid, sidebar: 'Refresh', tableOfContents: 'no', pagefind: 0 }), [
    'sidebar: is "Refresh"; write "label:" with the short name on a line of its own.',
    'tableOfContents: is "no"; write true or false.',
    'pagefind: is 0; write true or false.',
  ]);
});

test('A misspelt field is a fault with the nearest one, and an unknown one with all that there are', () => {
  assert.deepEqual(faultsOf({ ...valid, sidbar: { label: 'Refresh' } }), [
    'sidbar: pages have no such field; did you mean "sidebar"?',
  ]);
  assert.deepEqual(faultsOf({ ...valid, sidebar: { label: 'Refresh', lable: 'Refresh' } }), [
    'sidebar.lable: pages have no such field; did you mean "label"?',
  ]);
  assert.deepEqual(faultsOf({ ...valid, hero: {}, draft: true }), [
    'hero: pages have no such field; there are title, description, section, sidebar, tableOfContents, pagefind.',
    'draft: pages have no such field; there are title, description, section, sidebar, tableOfContents, pagefind.',
  ]);
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

interface Read {
  /** The pages that were stored, by id. */
  stored: Map<string, unknown>;
  /** Reads one page again, as the development server does when its file changes. */
  readAgain: (id: string, data: unknown) => Promise<unknown>;
}

/** Loads pages with this front matter, by id, as the content layer does. */
async function load(pages: Record<string, Record<string, unknown>>): Promise<Read> {
  const stored = new Map<string, unknown>();
  let readAgain: Read['readAgain'] | undefined;
  const loader: Loader = {
    name: 'some-pages',
    load: async ({ parseData, store }) => {
      const read = async (id: string, data: Record<string, unknown>) => {
        const parsed = await parseData({ id, data, filePath: `src/content/docs/${id}.md` });
        store.set({ id, data: parsed, body: 'Text.' });
      };
      for (const [id, data] of Object.entries(pages)) await read(id, data);
      readAgain = (id, data) => read(id, data as Record<string, unknown>);
    },
  };
  const context = {
    parseData: ({ data }: { data: unknown }) => Promise.resolve(data),
    store: { set: (entry: { id: string; data: unknown }) => stored.set(entry.id, entry.data) },
  };
  await withWrittenFields(loader).load(context as unknown as LoaderContext);
  assert.ok(readAgain);
  return { stored, readAgain };
}

test('A page with good front matter is loaded as it is, with its short name', async () => {
  const data = { ...valid, sidebar: { label: 'Refresh' } };
  const { stored } = await load({ page: data });
  assert.deepEqual([...stored], [['page', data]]);
});

test('All pages with faults are refused at once, each with its file and every fault', async () => {
  const pages = { one: { title: 'Consents', description: 'Consents.', section: 'x' }, two: without('title') };
  await assert.rejects(load({ ...pages, good: valid }), (error) => {
    assert.ok(error instanceof FrontMatterError);
    assert.equal(
      error.message,
      'src/content/docs/one.md: the front matter has 2 faults.\n' +
        '  description: has 9 characters; write 70 to 160.\n' +
        `  section: there is no section "x"; use one of ${sectionIds.join(', ')}.\n` +
        'src/content/docs/two.md: the front matter has 1 fault.\n' +
        '  title: every page needs a title.',
    );
    return true;
  });
});

test('A page that gets a fault while the development server runs is refused, and keeps what it had', async () => {
  const { stored, readAgain } = await load({ page: valid });
  await assert.rejects(readAgain('page', without('title')), /docs\/page\.md: the front matter has 1 fault/);
  assert.deepEqual([...stored], [['page', valid]]);
});
