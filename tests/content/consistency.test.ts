import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { sidebar } from '../../src/config/sidebars.ts';
import { projectRoot } from '../support/project-copy.ts';
import { guides, markdownPage, pages, place, withPartials, type Page } from './support/pages.ts';

/* Guides agree with each other, with their samples, and with what the navigation calls them. */

const readerGuides = guides.filter(({ file }) => file !== markdownPage);

/** The components of a page and its partials. */
const componentsOf = (page: Page) => withPartials(page).flatMap(({ components }) => components);

const uses = (page: Page, component: string, of: string) =>
  componentsOf(page).some(({ name, attributes }) => name === component && attributes['of'] === of);

const pageAt = (address: string) => pages.find((page) => page.address === address)!;

test('Every mention of support is a link to the questions for support, or to the contact itself', () => {
  const errors = readerGuides.flatMap((page) =>
    withPartials(page).flatMap((part) => {
      const mentions = part.texts
        .filter(({ kind }) => kind === 'paragraph' || kind === 'cell')
        .flatMap(({ text, line }) => [...text.matchAll(/\bsupport\b/gi)].map(() => line));
      const links = part.links.filter(
        ({ target, text }) => target.startsWith('/support-questions/') && /\bsupport\b/i.test(text),
      );
      const contacts = part.components.filter(({ name }) => name === 'SupportLink');
      return mentions.length > links.length + contacts.length
        ? [`${part.file}: ${mentions.length} mentions in lines ${mentions.join(', ')}, ${links.length} links`]
        : [];
    }),
  );
  assert.equal(errors.join('\n'), '');
  assert.ok(componentsOf(pageAt('/support-questions/')).some(({ name }) => name === 'SupportLink'));
});

test('A page that says to leave out the user shows a request without one', () => {
  const saysSo = readerGuides.filter(({ texts }) =>
    texts.some(({ text }) => /\bleave(?:s)? out `externalUserId`/i.test(text)),
  );
  assert.ok(saysSo.length >= 2);
  const requests = saysSo.flatMap((page) =>
    componentsOf(page)
      .filter(
        ({ name, attributes }) =>
          ['Example', 'Samples'].includes(name) &&
          attributes['of'] === 'createConsent' &&
          (name === 'Samples' || attributes['part'] === 'request'),
      )
      .map((each) => `${place(page, each)} ${each.attributes['name'] ?? each.attributes['example']}`),
  );
  assert.deepEqual(
    requests.filter((each) => !each.endsWith(' newConsentWithoutUser')),
    [],
  );
  const consents = readFileSync(join(projectRoot, 'openapi/consents.yaml'), 'utf8');
  const { components } = parse(consents) as {
    components: { examples: Record<string, { value: Record<string, unknown> }> };
  };
  const fields = Object.keys(components.examples['newConsentWithoutUser']!.value);
  assert.deepEqual(
    fields.filter((field) => /user/i.test(field)),
    [],
  );
});

test('The loop that waits for a consent is on the page about consents, and other pages link to it', () => {
  const showing = readerGuides.filter((page) =>
    componentsOf(page).some(({ attributes }) => attributes['region'] === 'wait-for-consent'),
  );
  assert.deepEqual(
    showing.map(({ address }) => address),
    ['/account-information/data-access/consents/'],
  );
  for (const address of [
    '/account-information/data-access/sync-mode/',
    '/account-information/data-access/consent-based-access/',
    '/account-information/data-access/user-based-access/',
  ])
    assert.ok(
      pageAt(address).links.some(({ target }) => target.endsWith('/consents/#wait-until-the-data-is-ready')),
      address,
    );
});

test('The receiver is on the first page about webhooks, with its checks, and the page about them links to it', () => {
  const showing = readerGuides.filter((page) =>
    componentsOf(page).some(({ attributes }) => attributes['region'] === 'receive'),
  );
  assert.deepEqual(
    showing.map(({ address }) => address),
    ['/webhooks/'],
  );
  const { links } = pageAt('/webhooks/verify/');
  assert.ok(links.some(({ target }) => target === '/webhooks/#a-complete-receiver'));
});

test('Every page that shows the assumed body of the webhook lists it as an open question', () => {
  const showing = readerGuides.filter(
    (page) =>
      uses(page, 'Example', 'receiveTransactionsFetched') || uses(page, 'Fields', 'TransactionsFetchedEvent'),
  );
  assert.ok(showing.length >= 2);
  const errors = showing.filter(
    (page) =>
      !componentsOf(page).some(
        ({ name, attributes }) =>
          name === 'OpenQuestions' &&
          /\b(?:TransactionsFetchedEvent|receiveTransactionsFetched)\b/.test(attributes['of'] ?? ''),
      ),
  );
  assert.deepEqual(
    errors.map(({ file }) => file),
    [],
  );
});

test('Readers who search for signature, HMAC, duplicate or retry find out how to verify a webhook', () => {
  const words = pageAt('/webhooks/verify/')
    .texts.map(({ text }) => text.toLowerCase())
    .join(' ');
  for (const word of ['signature', 'hmac', 'duplicate', 'retr', 'replay'])
    assert.ok(words.includes(word), word);
});

test('No label appears twice in the same list of a sidebar', () => {
  type Item = (typeof sidebar)[number]['items'][number];
  const labelOf = (item: Item) => {
    if (typeof item !== 'string') return item.label;
    const page = pageAt(item === 'index' ? '/' : `/${item}/`);
    const { title, sidebar } = page.frontMatter as { title: string; sidebar?: { label?: string } };
    return sidebar?.label ?? title;
  };
  const check = (items: readonly Item[]) => {
    const labels = items.map(labelOf);
    assert.deepEqual(labels, [...new Set(labels)]);
    for (const item of items) if (typeof item !== 'string') check(item.items);
  };
  for (const { items } of sidebar) check(items);
});

test('No two pages have the same title', () => {
  const titles = pages.map(({ frontMatter }) => frontMatter.title?.toLowerCase());
  assert.deepEqual(
    titles.filter((title, index) => titles.indexOf(title) !== index),
    [],
  );
});

test('The page for writers is out of the sight of readers', () => {
  const errors = readerGuides.flatMap((page) =>
    page.links.filter(({ target }) => target.startsWith('/markdown-page/')).map((each) => place(page, each)),
  );
  assert.deepEqual(errors, []);
  assert.match(readFileSync(join(projectRoot, markdownPage), 'utf8'), /^pagefind: false$/m);
});
