import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Loader, LoaderContext } from 'astro/loaders';
import {
  descriptionLength,
  FrontMatterError,
  withWrittenFields,
  writtenFields,
} from '../../src/content/front-matter.ts';

const valid = {
  title: 'Refresh a consent',
  description:
    'After this page you can refresh a consent, wait for the webhook and read the new transactions.',
};

/** Returns the messages that a writer sees about this front matter, as `field: fix`. */
function errorsOf(data: unknown): string[] {
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

test('Front matter with title and description is valid', () => {
  assert.deepEqual(errorsOf(valid), []);
});

test('A missing or empty title is an error', () => {
  assert.deepEqual(errorsOf(without('title')), ['title: every page needs a title.']);
  assert.deepEqual(errorsOf({ ...valid, title: '' }), ['title: every page needs a title.']);
});

test('A title of more than 60 characters is an error, because search engines cut it off', () => {
  assert.deepEqual(errorsOf({ ...valid, title: 'a'.repeat(60) }), []);
  assert.deepEqual(errorsOf({ ...valid, title: 'a'.repeat(61) }), [
    'title: has 61 characters; write at most 60.',
  ]);
});

test('A keyword that is in the list twice is an error', () => {
  assert.deepEqual(errorsOf({ ...valid, keywords: ['retry', 'retry'] }), [
    'keywords: the list has a word twice; keep one.',
  ]);
});

test('A missing description is an error that explains what a description is for', () => {
  const fix = 'description: every page needs one sentence that says what the reader does here.';
  assert.deepEqual(errorsOf(without('description')), [fix]);
  assert.deepEqual(errorsOf({ ...valid, description: null }), [fix]);
});

test('A value that YAML parses as another type is reported with the value, not as missing', () => {
  assert.deepEqual(errorsOf({ ...valid, title: 2026, sidebar: { label: true } }), [
    "title: is 2026, which isn't a string; put it in quotes.",
    "sidebar.label: is true, which isn't a string; put it in quotes.",
  ]);
});

test('A field with a wrong type is reported with its value and what to write', () => {
  assert.deepEqual(errorsOf({ ...valid, sidebar: 'Refresh', tableOfContents: 'no', pagefind: 0 }), [
    'sidebar: is "Refresh"; write "label:" with the short name on its own line.',
    'tableOfContents: is "no"; write true or false.',
    'pagefind: is 0; write true or false.',
  ]);
});

test('A misspelled field is reported with the nearest one, an unknown field with all of them', () => {
  assert.deepEqual(errorsOf({ ...valid, sidbar: { label: 'Refresh' } }), [
    'sidbar: pages have no such field; did you mean "sidebar"?',
  ]);
  assert.deepEqual(errorsOf({ ...valid, sidebar: { label: 'Refresh', lable: 'Refresh' } }), [
    'sidebar.lable: pages have no such field; did you mean "label"?',
  ]);
  assert.deepEqual(errorsOf({ ...valid, hero: {}, draft: true }), [
    'hero: pages have no such field; use one of title, description, sidebar, keywords, tableOfContents, pagefind.',
    'draft: pages have no such field; use one of title, description, sidebar, keywords, tableOfContents, pagefind.',
  ]);
});

test('A description that is too short or too long is reported with its length and the limits', () => {
  assert.deepEqual(errorsOf({ ...valid, description: 'Consents.' }), [
    'description: has 9 characters; write 70 to 160.',
  ]);
  assert.deepEqual(errorsOf({ ...valid, description: 'x'.repeat(161) }), [
    'description: has 161 characters; write 70 to 160.',
  ]);
});

test('The length limits of descriptions are inclusive', () => {
  for (const length of Object.values(descriptionLength)) {
    assert.deepEqual(errorsOf({ ...valid, description: 'x'.repeat(length) }), []);
  }
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

test('A page with valid front matter is loaded unchanged', async () => {
  const data = { ...valid, sidebar: { label: 'Refresh' } };
  const { stored } = await load({ page: data });
  assert.deepEqual([...stored], [['page', data]]);
});

test('One message lists all invalid pages, each with its file and every error', async () => {
  const pages = { one: { title: 'Consents', description: 'Consents.', pagefind: 0 }, two: without('title') };
  await assert.rejects(load({ ...pages, good: valid }), (error) => {
    assert.ok(error instanceof FrontMatterError);
    assert.equal(
      error.message,
      'src/content/docs/one.md: the front matter has 2 errors.\n' +
        '  description: has 9 characters; write 70 to 160.\n' +
        '  pagefind: is 0; write true or false.\n' +
        'src/content/docs/two.md: the front matter has 1 error.\n' +
        '  title: every page needs a title.',
    );
    return true;
  });
});

test('A page that becomes invalid in the development server is refused, and the last valid version stays', async () => {
  const { stored, readAgain } = await load({ page: valid });
  await assert.rejects(readAgain('page', without('title')), /docs\/page\.md: the front matter has 1 error/);
  assert.deepEqual([...stored], [['page', valid]]);
});
