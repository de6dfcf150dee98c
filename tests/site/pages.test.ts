import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { environments } from '../../src/config/samples.ts';
import { sections } from '../../src/config/sections.ts';
import { footerPages, sectionAt } from '../../src/config/sidebars.ts';
import { site } from '../../src/config/site.ts';
import { changeLogOf } from '../../src/contract/change-log.ts';
import {
  builtFile,
  builtText,
  checkPages,
  facts,
  isBuilt,
  pageAt,
  readersPages,
  sitePages,
  textOf,
  whereIs,
  WRITERS_PAGE,
} from '../support/built-pages.ts';
import { apis } from '../support/published-contracts.ts';

const topLinks = sections.map(({ label, href }) => [label, href] as const);
const footerPaths = footerPages.map((slug) => `/${slug}/`);

/** An error if two lists differ. */
const differs = (what: string, found: readonly unknown[], expected: readonly unknown[]) =>
  !isDeepStrictEqual(found, expected) && `${what}: ${found.join()} instead of ${expected.join()}`;

test('Every published URL is a page or redirects to one', () => {
  const log = 'log --diff-filter=D --no-renames --name-only --format= -- src/content/docs'.split(' ');
  const { stdout } = spawnSync('git', log, { encoding: 'utf8' });
  const removed = (stdout ?? '').match(/(?<=^src\/content\/docs\/).*(?=\.mdx?$)/gm) ?? [];
  for (const path of removed.map((file) => `/${file}/`.replace(/index\/$/, '')))
    assert.ok(sitePages.includes(whereIs(path)), `Redirect ${path} in src/config/redirects.ts.`);
  checkPages(sitePages, (_page, path) => {
    const folders = path.split('/').map((_part, index, parts) => `${parts.slice(0, index).join('/')}/`);
    const missing = folders.filter((each) => !sitePages.includes(facts.redirects[each] ?? each));
    return [missing.length > 0 && `the folder ${missing} isn't a page`];
  });
});

// tests/specification/ tests which sections there must be, and their targets.
test("Every page's header and footer list the sections in order", () => {
  const links = (path: string, selector: string) =>
    pageAt(path)
      .all(selector)
      .map((link) => [textOf(link), link.attribs['href']]);
  const copyright = `Copyright © ${site.copyrightYear} ${site.company}`;
  checkPages([...sitePages, '/404.html'], (page, path) => {
    const inFooter = links(path, 'footer nav[aria-label=Footer] a');
    return [
      differs('the header', links(path, 'header nav[aria-label=Sections] a'), topLinks),
      differs('the footer', inFooter.slice(0, topLinks.length - 1), topLinks.slice(1)),
      !footerPaths.every((each) => inFooter.some(([, href]) => href === each)) && 'the footer lacks a page',
      !textOf(page.one('body > * footer:has(nav)')).includes(copyright) && 'the footer has no copyright',
      page.attributes('header a', 'href')[0] !== '/' && 'the product name links elsewhere',
    ];
  });
});

test('Every page has one heading, a URL, an image, and a unique title and description', () => {
  const owners = new Map<string, string>();
  checkPages(sitePages, (page, path) => {
    const texts = [
      page.texts('head > title').join(),
      ...page.attributes('meta[name=description]', 'content'),
    ];
    const repeated = texts.filter((text) => owners.has(text!)).map((text) => owners.get(text!));
    for (const text of texts) owners.set(text!, path);
    const [image = ''] = page.attributes('meta[property="og:image"]', 'content');
    const contents = page.attributes('aside starlight-toc a', 'href');
    const headings = page.attributes('main :is(h2, h3)[id]', 'id').map((id) => `#${id}`);
    return [
      (texts.length !== 2 || texts.some((text) => !text?.trim())) && 'has no title or description',
      repeated.length > 0 && `has the same title or description as ${repeated}`,
      page.texts('h1').filter(Boolean).length !== 1 && "doesn't have exactly one h1",
      contents.length > 0 && differs('the table of contents', contents, ['#_top', ...headings]),
      differs('the canonical URL', page.attributes('link[rel=canonical]', 'href'), [site.origin + path]),
      !isBuilt(URL.parse(image)?.pathname ?? '/none') && `the image ${image} is missing`,
      // Reader views drop a page's text if a part of it, such as a sample, scores higher than the whole.
      page.all('main .sl-markdown-content > section:only-child').length !== 1 && 'the text has several parts',
      ...page
        .all('input:is([type=search], :not([type]))')
        .map(({ attribs: { autocapitalize, autocorrect, spellcheck } }) => {
          const isPlain = autocapitalize === 'none' && autocorrect === 'off' && spellcheck === 'false';
          return !isPlain && 'phones correct what readers type into a field';
        }),
      ...page
        .attributes('[popovertarget]', 'popovertarget')
        .map((id) => !('popover' in page.one(`[id="${id}"]`).attribs) && `${id} isn't a popover`),
    ];
  });
  for (const path of ['/404.html', '/500.html']) pageAt(path).one('h1');
  const { icons } = JSON.parse(builtText('manifest.webmanifest')) as { icons: { src: string }[] };
  for (const icon of [...icons.map(({ src }) => src), '/favicon.ico', '/apple-touch-icon.png'])
    assert.ok(isBuilt(icon), icon);
});

test("Programs that ask for the site's title get it", () => {
  checkPages([...sitePages, '/404.html', '/500.html'], (page, path) => {
    const [title = ''] = page.texts('head > title');
    const names = page.attributes('meta[property="og:site_name"]', 'content');
    return [
      (path === '/' ? title !== site.title : !title.endsWith(` | ${site.title}`)) && `the title is ${title}`,
      names.some((name) => name !== site.title) && `the name is ${names}`,
    ];
  });
  assert.equal((JSON.parse(builtText('manifest.webmanifest')) as { name: string }).name, site.title);
  for (const feed of ['changelog.atom', 'pages.atom'])
    assert.ok(builtFile(feed).includes(`<title>${site.title}: `), feed);
  assert.ok(builtText('llms.txt').startsWith(`# ${site.title}\n`));
});

test('The sitemap lists pages for readers and search engines, dated by the latest API version', () => {
  const xml = builtText('sitemap-0.xml');
  const [index] = pageAt('/').attributes('head link[rel="sitemap"]', 'href');
  assert.match(builtText(index!), /\/sitemap-0\.xml<\/loc>/);
  assert.doesNotMatch(xml, new RegExp(`/404|/500|${WRITERS_PAGE}`));
  for (const { name, overview, interactive, operations } of apis)
    for (const path of [overview, interactive, operations[0]!.address])
      assert.ok(xml.includes(`${path}</loc><lastmod>${changeLogOf(name)[0]!.date}T`), path);
});

test("Every reader page marks its section in the header, and itself in the sidebar unless it's in the footer", () => {
  checkPages(readersPages, (page, path) => {
    const { id, label } = sectionAt(path);
    const inSidebar = footerPaths.includes(path) ? [] : [path];
    const language = page.attributes('header [aria-label=Languages] [aria-current]', 'href');
    return [
      differs('marks the section', page.texts('nav[aria-label=Sections] [aria-current]'), [label]),
      !page.attributes('meta[property="og:image"]', 'content')[0]?.endsWith(`/${id}.png`) &&
        "has a different section's image",
      differs('marks', page.attributes('nav[aria-label=Main] [aria-current=page]', 'href'), inSidebar),
      differs('the language menu', language, [path]),
    ];
  });
  assert.deepEqual(pageAt('/404.html').all('nav[aria-label=Sections] [aria-current]'), []);
});

test('Breadcrumbs lead from the section through its groups to the page; the first page of a section has none', () => {
  const starts = sections.map(({ href }) => href as string);
  checkPages(readersPages, (page, path) => {
    const crumbs = page.texts('nav[aria-label=Breadcrumbs] li');
    if (starts.includes(path)) return [crumbs.length > 0 && 'has breadcrumbs'];
    const [current] = page.texts('nav[aria-label=Breadcrumbs] [aria-current=page]');
    const groups = page.texts('nav[aria-label=Main] details:has([aria-current=page]) > summary');
    const labels = groups.map((label) => label.replace(/deprecated$/, ''));
    const expected = [sectionAt(path).label, ...labels, current];
    return [differs('the breadcrumbs', crumbs, expected)];
  });
});

test('The previous and next links visit all pages of a sidebar and never leave it', () => {
  const neighbor = (path: string, rel: string) => pageAt(path).attributes(`a[rel=${rel}]`, 'href')[0];
  for (const { label, href } of sections) {
    // The home page ends with a list of tasks instead of these links.
    const second = readersPages.find((path) => neighbor(path, 'prev') === href);
    const walked: string[] = [];
    let path: string | undefined = href;
    while (path && !walked.includes(path)) {
      if (walked.length > 0) assert.equal(neighbor(path, 'prev'), walked.at(-1), `previous of ${path}`);
      walked.push(path);
      path = path === '/' ? second : neighbor(path, 'next');
    }
    const own = readersPages.filter((each) => sectionAt(each).label === label && !footerPaths.includes(each));
    assert.deepEqual(walked.toSorted(), own.toSorted(), label);
  }
});

test('No next step repeats the link to the next page', () => {
  checkPages(readersPages, (page) => {
    const next = page.attributes('a[rel=next]', 'href');
    const steps = page.attributes('main .cards a', 'href');
    return steps.map((href) => next.includes(href) && `${href} is the next page. Choose another next step`);
  });
});

test('Readers and searches never reach the page for writers', () => {
  checkPages(readersPages, (page) => [page.all(`a[href^="${WRITERS_PAGE}"]`).length > 0 && 'links to it']);
  const page = pageAt(WRITERS_PAGE);
  assert.deepEqual(page.all('a[rel=prev], a[rel=next], [data-pagefind-body]'), []);
  assert.deepEqual(page.attributes('meta[name=robots]', 'content'), ['noindex']);
});

test("Environment-dependent code follows one switch and contains the sandbox's values", () => {
  const { platform, sandbox } = environments;
  const own = new RegExp(`${RegExp.escape(platform.host)}|${platform.clientId}|${platform.clientSecret}`);
  const changed = '<span data-sandbox=';
  const count = sitePages.filter((path) => pageAt(path).html.includes(changed)).length;
  assert.ok(count > sitePages.length / 4, `${count} pages`);
  checkPages(sitePages, ({ html }, path) => {
    if (!html.includes(changed))
      return [html.includes('name="environment"') && 'has a switch without code that it changes'];
    const [first, ...others] = [...html.matchAll(/role="radiogroup"/g)];
    const code = (html.match(/<pre.*?<\/pre>/gs) ?? []).map((each) =>
      each.replaceAll(/<span data-sandbox="[^"]+">[^<]+<\/span>/g, '').replaceAll(/<[^>]+>/g, ''),
    );
    return [
      !first && 'has no switch. Put <EnvironmentSwitch /> before its first sample.',
      others.length > 0 && 'has two switches',
      // On the home page, the hero comes before the switch.
      path !== '/' && first && first.index > html.indexOf(changed) && 'the switch follows the code',
      !html.includes(`replace the host with <code translate="no">${sandbox.host}</code>`) &&
        'has no text that explains the switch without JavaScript',
      ...code.map((each) => own.test(each) && `has no sandbox value for ${own.exec(each)?.[0]}`),
    ];
  });
});
