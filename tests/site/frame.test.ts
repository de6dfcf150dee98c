import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sections } from '../../src/config/sections.ts';
import { site } from '../../src/config/site.ts';
import { isInteractive } from '../support/routes.ts';
import { pageAt, readersPages, sitePages, textOf, WRITERS_PAGE } from '../support/built-pages.ts';

/** The top links of the specification, in order. */
const specified = [
  ['Welcome', '/'],
  ['Account Information', '/account-information/'],
  ['Sequencing', '/sequencing/'],
  ['Categorization', '/categorization/introduction/'],
  ['Analysis', '/analysis/introduction/'],
  ['Webhooks', '/webhooks/'],
  ['API Reference', '/api/'],
];

const topLinks = sections.map(({ label, href }) => [label, href] as const);
const footerSections = sections.slice(1).map(({ label, href }) => [label, href]);
/** The pages about the site itself, which are in no sidebar. */
const footerPages = [
  ['Glossary', '/glossary/'],
  ['Offline reading', '/offline/'],
];
const footerPaths = footerPages.map(([, href]) => href);

/** The links that match, as label and URL. */
const linksOf = (path: string, selector: string) =>
  pageAt(path)
    .all(selector)
    .map((link) => [textOf(link), link.attribs['href']]);

/** The label of the section that a page belongs to. */
function sectionOf(path: string): string {
  if (isInteractive(path)) return 'API Reference';
  const folder = path.split('/')[1];
  return topLinks.find(([, href]) => href.split('/')[1] === folder)?.[0] ?? 'Welcome';
}

test('the sections are in the order of the specification, and the footer has all but the first', () => {
  const isSpecified = ([label]: readonly (string | undefined)[]) =>
    specified.some(([each]) => each === label);
  assert.deepEqual(topLinks.filter(isSpecified), specified);
  assert.deepEqual(footerSections.filter(isSpecified), specified.slice(1));
});

test('every page has the top links in its header, and the footer with its links and the copyright line', () => {
  for (const path of [...sitePages, '/404.html']) {
    const page = pageAt(path);
    assert.deepEqual(linksOf(path, 'header nav[aria-label=Sections] a'), topLinks, path);
    assert.deepEqual(
      linksOf(path, 'footer nav[aria-label=Footer] a'),
      [...footerSections, ...footerPages],
      path,
    );
    assert.match(
      textOf(page.one('body > * footer:has(nav)')),
      new RegExp(`Copyright © ${site.copyrightYear} ${site.company}`),
    );
    assert.deepEqual(page.attributes('header a', 'href').slice(0, 1), ['/'], path);
  }
});

/* Reader views and assistants drop the text of a page if a part of it, such as a sample, scores higher than the whole. */
test('the content of every page is in one section, which reader views score as a whole', () => {
  for (const path of sitePages) pageAt(path).one('main .sl-markdown-content > section:only-child');
});

test('the not-found page marks no section', () => {
  assert.deepEqual(pageAt('/404.html').all('nav[aria-label=Sections] [aria-current]'), []);
});

test('every page for readers marks its section in the header, and itself in the sidebar unless it is in the footer', () => {
  for (const path of readersPages) {
    const page = pageAt(path);
    const inSidebar = footerPaths.includes(path) ? [] : [path];
    assert.deepEqual(page.texts('nav[aria-label=Sections] [aria-current]'), [sectionOf(path)], path);
    assert.deepEqual(page.attributes('nav[aria-label=Main] [aria-current=page]', 'href'), inSidebar, path);
  }
});

test('a page in the footer has its section as its breadcrumb, and no previous and next page', () => {
  for (const [label, path] of footerPages) {
    const page = pageAt(path!);
    assert.deepEqual(page.texts('nav[aria-label=Breadcrumbs] li'), ['Welcome', label]);
    assert.deepEqual(page.all('a[rel=prev], a[rel=next]'), []);
  }
});

test('breadcrumbs show the section, the group and the page; the first page of a section has none', () => {
  const guide = '/account-information/data-access/consents/';
  assert.deepEqual(pageAt(guide).texts('nav[aria-label=Breadcrumbs] li'), [
    'Account Information',
    'Data access',
    'Consents',
  ]);
  assert.deepEqual(pageAt(guide).texts('nav[aria-label=Breadcrumbs] [aria-current=page]'), ['Consents']);
  assert.deepEqual(pageAt('/account-information/').all('nav[aria-label=Breadcrumbs]'), []);
});

test('previous and next go through all pages of a sidebar and never leave it', () => {
  const neighbors = new Map(
    readersPages.map((path) => {
      const [previous, next] = ['prev', 'next'].map(
        (rel) => pageAt(path).attributes(`a[rel=${rel}]`, 'href')[0],
      );
      return [path, { previous, next }];
    }),
  );
  // The home page ends with tasks instead.
  assert.deepEqual(neighbors.get('/'), { previous: undefined, next: undefined });
  const [afterHome] = [...neighbors].filter(([, { previous }]) => previous === '/');
  neighbors.set('/', { previous: undefined, next: afterHome?.[0] });

  for (const [label, start] of topLinks) {
    const walked = new Set<string>();
    for (let path: string | undefined = start, from: string | undefined; path && !walked.has(path);) {
      assert.equal(neighbors.get(path)?.previous, from, `previous of ${path}`);
      walked.add(path);
      from = path;
      path = neighbors.get(path)?.next;
    }
    const ofSection = readersPages.filter((path) => sectionOf(path) === label && !footerPaths.includes(path));
    assert.deepEqual([...walked].toSorted(), ofSection.toSorted(), label);
  }
});

test('the table of contents lists the headings of levels 2 and 3', () => {
  const withContents = sitePages.filter((path) => pageAt(path).all('aside starlight-toc').length);
  assert.ok(withContents.length > 60);
  for (const path of withContents) {
    const page = pageAt(path);
    const headings = page.attributes('main :is(h2, h3)[id]', 'id');
    assert.deepEqual(
      page.attributes('aside starlight-toc a', 'href'),
      ['#_top', ...headings.map((id) => `#${id}`)],
      path,
    );
  }
});

test('each step of the diagram on the home page says who calls whom, and links to its guide', () => {
  const page = pageAt('/');
  const steps = page
    .all('li')
    .filter((step) => /^(Your app|End user|Platform|Provider) to /.test(textOf(step)));
  assert.equal(steps.length, 9);
  for (const step of steps) assert.ok(page.all('a[href]', step).length > 0, textOf(step));
});

test('no page links to the page for writers; searches skip it, and it has no neighbors', () => {
  for (const path of readersPages) assert.deepEqual(pageAt(path).all(`a[href^="${WRITERS_PAGE}"]`), [], path);
  const page = pageAt(WRITERS_PAGE);
  assert.deepEqual(page.all('a[rel=prev], a[rel=next]'), []);
  assert.deepEqual(page.all('[data-pagefind-body]'), []);
  assert.deepEqual(page.attributes('meta[name=robots]', 'content'), ['noindex']);
});

test('every button for a popover opens an element that is one', () => {
  for (const path of sitePages) {
    const page = pageAt(path);
    for (const id of page.attributes('[popovertarget]', 'popovertarget'))
      assert.ok('popover' in page.one(`[id="${id}"]`).attribs, `${path}: ${id} is no popover`);
  }
});
