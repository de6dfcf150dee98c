import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sectionIds, type SectionId } from '../../src/config/sections.ts';
import type { SidebarItem } from '../../src/config/sidebars.ts';
import { NavigationError } from '../../src/navigation/navigation-error.ts';
import { pagePath, buildNavigation, type ApiPages, type Page } from '../../src/navigation/tree.ts';

function page(slug: string, section: SectionId, title = `About ${slug}`): Page {
  return { slug, title, label: `${title}, short`, section, file: `src/content/docs/${slug}.md` };
}

const users: ApiPages = {
  name: 'users',
  title: 'Users API',
  deprecated: false,
  slug: 'api/users',
  interactive: 'users-api',
  operations: [
    { slug: 'api/users/operations/createuser', label: 'Create a user', method: 'post', deprecated: false },
    { slug: 'api/users/operations/getuser', label: 'Get a user', method: 'get', deprecated: true },
  ],
};

const pages = [
  page('index', 'main', 'Welcome'),
  page('webhooks', 'webhooks', 'Webhooks'),
  page('webhooks/events', 'webhooks', 'Events'),
  page('webhooks/structure', 'webhooks', 'Structure'),
  page('api', 'api', 'All APIs'),
  page('users-api', 'api', 'Interactive reference'),
];

const empty = Object.fromEntries(sectionIds.map((id) => [id, []])) as unknown as Record<SectionId, []>;

const sidebars: Record<SectionId, readonly SidebarItem[]> = {
  ...empty,
  main: ['index'],
  webhooks: ['webhooks', { label: 'Details', items: ['webhooks/events', 'webhooks/structure'] }],
  api: ['api', { api: 'users' }],
};

/** Returns the message that a writer sees after a change. */
function errorOf(change: { sidebars?: Partial<typeof sidebars>; pages?: readonly Page[] }): string {
  try {
    buildNavigation({ ...sidebars, ...change.sidebars }, change.pages ?? pages, [users]);
  } catch (error) {
    assert.ok(error instanceof NavigationError);
    return error.message;
  }
  assert.fail('No error was thrown.');
}

test('A slug is served at its path with a slash on both ends, the home page at the root', () => {
  assert.equal(pagePath('webhooks/events'), '/webhooks/events/');
  assert.equal(pagePath('index'), '/');
  assert.equal(pagePath(''), '/');
});

test('A sidebar keeps the order and the groups of the configuration, with labels and titles of the pages', () => {
  const { trees } = buildNavigation(sidebars, pages, [users]);
  assert.deepEqual(trees.webhooks, [
    { type: 'link', label: 'Webhooks, short', title: 'Webhooks', href: '/webhooks/' },
    {
      type: 'group',
      label: 'Details',
      collapsed: false,
      entries: [
        { type: 'link', label: 'Events, short', title: 'Events', href: '/webhooks/events/' },
        { type: 'link', label: 'Structure, short', title: 'Structure', href: '/webhooks/structure/' },
      ],
    },
  ]);
});

test('An API is a closed group in the sidebar: overview, interactive reference, operations', () => {
  const { trees } = buildNavigation(sidebars, pages, [users]);
  const group = trees.api[1];
  assert.ok(group?.type === 'group' && group.collapsed);
  assert.deepEqual(
    group.entries.map(({ label }) => label),
    ['Overview', 'Interactive reference, short', 'Create a user', 'Get a user'],
  );
  assert.deepEqual(group.entries[3], {
    type: 'link',
    label: 'Get a user',
    href: '/api/users/operations/getuser/',
    method: 'get',
    deprecated: true,
  });
});

test('A page knows its section and the groups above it', () => {
  const { places } = buildNavigation(sidebars, pages, [users]);
  assert.equal(places.get('/webhooks/events/')?.section, 'webhooks');
  assert.deepEqual(places.get('/webhooks/events/')?.groups, ['Details']);
  assert.deepEqual(places.get('/api/users/')?.groups, ['Users API']);
  assert.deepEqual(places.get('/')?.groups, []);
});

test('Previous and next follow the sidebar through its groups and never leave the section', () => {
  const { places } = buildNavigation(sidebars, pages, [users]);
  const neighbors = (path: string) => {
    const place = places.get(path);
    return [place?.previous?.href, place?.next?.href];
  };
  assert.deepEqual(neighbors('/webhooks/'), [undefined, '/webhooks/events/']);
  assert.deepEqual(neighbors('/webhooks/events/'), ['/webhooks/', '/webhooks/structure/']);
  assert.deepEqual(neighbors('/webhooks/structure/'), ['/webhooks/events/', undefined]);
  assert.deepEqual(neighbors('/'), [undefined, undefined]);
  assert.deepEqual(neighbors('/api/users/operations/getuser/'), [
    '/api/users/operations/createuser/',
    undefined,
  ]);
});

test('A page in the footer is in no sidebar, has its section and no neighbors', () => {
  const glossary = page('glossary', 'main', 'Glossary');
  const { trees, footer, places } = buildNavigation(sidebars, [...pages, glossary], [users], ['glossary']);
  assert.deepEqual(
    footer.map(({ label, href }) => [label, href]),
    [['Glossary, short', '/glossary/']],
  );
  assert.equal(JSON.stringify(trees).includes('/glossary/'), false);
  assert.deepEqual(places.get('/glossary/'), { section: 'main', groups: [], link: footer[0] });
  assert.throws(
    () => buildNavigation(sidebars, pages, [users], ['webhooks/events']),
    /\/webhooks\/events\/ is listed twice, in "webhooks" and in "main"\./,
  );
});

test('A slug that no page has is refused with the nearest slug and the file to create', () => {
  assert.equal(
    errorOf({ sidebars: { webhooks: ['webhooks', 'webhooks/evnts', 'webhooks/structure'] } }),
    `src/config/sidebars.ts: the sidebar "webhooks" lists the page 'webhooks/evnts', which does not exist.\n` +
      `  Fix: did you mean 'webhooks/events'? Otherwise create src/content/docs/webhooks/evnts.md.`,
  );
});

test('A slug that resembles no other is refused with the file to create', () => {
  assert.match(
    errorOf({ sidebars: { webhooks: [...sidebars.webhooks, 'zzzz'] } }),
    /lists the page 'zzzz', which does not exist\.\n {2}Fix: create src\/content\/docs\/zzzz\.md or remove the entry\.$/,
  );
});

test('An API without a contract is refused with the nearest name', () => {
  const unknown = { api: 'user' } as unknown as SidebarItem;
  assert.equal(
    errorOf({ sidebars: { api: ['api', unknown] } }),
    `src/config/sidebars.ts: there is no contract for the API 'user'.\n` +
      `  Fix: did you mean 'users'? Contracts are in openapi/.`,
  );
});

test('A page that is in no sidebar is refused with the entry to add', () => {
  assert.equal(
    errorOf({ pages: [...pages, page('webhooks/retries', 'webhooks')] }),
    `src/content/docs/webhooks/retries.md: the page "webhooks/retries" is in no sidebar.\n` +
      `  Fix: add 'webhooks/retries' to the section "webhooks" in src/config/sidebars.ts.`,
  );
});

test('A page that a sidebar lists twice is refused', () => {
  assert.equal(
    errorOf({ sidebars: { webhooks: [...sidebars.webhooks, 'webhooks/events'] } }),
    'src/config/sidebars.ts: /webhooks/events/ is listed twice, in "webhooks" and in "webhooks".\n' +
      '  Fix: keep one of the two entries.',
  );
});

test('An API that a sidebar lists twice is refused', () => {
  assert.match(
    errorOf({ sidebars: { api: ['api', { api: 'users' }, { api: 'users' }] } }),
    /: \/api\/users\/ is listed twice, in "api" and in "api"\./,
  );
});

test('A page in the sidebar of a section that is not its own is refused with both fixes', () => {
  assert.equal(
    errorOf({
      sidebars: { sequencing: ['webhooks/events'], webhooks: ['webhooks', 'webhooks/structure'] },
    }),
    'src/content/docs/webhooks/events.md: the front matter has section "webhooks", but the page is in the sidebar "sequencing".\n' +
      `  Fix: set "section: sequencing" in the page, or move 'webhooks/events' in src/config/sidebars.ts.`,
  );
});

test('Two pages with the same title are refused with both files, regardless of case', () => {
  assert.equal(
    errorOf({
      pages: [...pages, page('webhooks/more', 'webhooks', 'EVENTS')],
      sidebars: { webhooks: [...sidebars.webhooks, 'webhooks/more'] },
    }),
    'src/content/docs/webhooks/more.md: the title "EVENTS" is already the title of src/content/docs/webhooks/events.md.\n' +
      '  Fix: give each page its own title; "sidebar.label" may stay short.',
  );
});

test('The message lists all errors', () => {
  const message = errorOf({
    pages: [...pages, page('webhooks/more', 'webhooks', 'Events'), page('webhooks/other', 'webhooks')],
    sidebars: { webhooks: [...sidebars.webhooks, 'webhooks/mor', 'webhooks'] },
  });
  assert.deepEqual(
    message.split('\n').filter((line) => !line.startsWith('  Fix: ')),
    [
      'src/content/docs/webhooks/more.md: the title "Events" is already the title of src/content/docs/webhooks/events.md.',
      `src/config/sidebars.ts: the sidebar "webhooks" lists the page 'webhooks/mor', which does not exist.`,
      'src/config/sidebars.ts: /webhooks/ is listed twice, in "webhooks" and in "webhooks".',
      'src/content/docs/webhooks/other.md: the page "webhooks/other" is in no sidebar.',
    ],
  );
});
