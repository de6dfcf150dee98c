import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectAll } from 'css-select';
import { parseDocument } from 'htmlparser2';
import { parse } from 'yaml';
import { agentRules } from '../../src/agents/skill/rules.ts';
import { isInteractive } from '../../src/config/apis.ts';
import { limits } from '../../src/config/limits.ts';
import { sectionAt } from '../../src/config/sidebars.ts';
import { site } from '../../src/config/site.ts';
import { changeLogOf } from '../../src/contract/change-log.ts';
import { flows } from '../../src/contract/flows.ts';
import {
  builtFile,
  checkPages,
  isBuilt,
  pageAt,
  readersPages,
  sitePages,
  textOf,
  type BuiltPage,
  type Element,
} from '../support/built-pages.ts';
import { apis, type Node } from '../support/published-contracts.ts';

/* What programs read: the Markdown twins of pages, /llms.txt, the skill, the catalog, the feed. */

const textFile = (path: string) => builtFile(path).toString();
const twinPath = (path: string) => (path === '/' ? '/index.md' : path.replace(/\/$/, '.md'));
const twinOf = (path: string) => textFile(twinPath(path));
const withoutBlocks = (twin: string) => twin.replaceAll(/^[> ]*(`{3,})[\s\S]*?^[> ]*\1$/gm, '');

/** Fails if a file costs an agent a tenth more tokens than it should. */
function expectTokens(path: string, aim: number): void {
  const tokens = Math.ceil(builtFile(path).length / 4);
  console.log(`${path}: ${tokens} tokens (${aim})`);
  assert.ok(tokens <= 1.1 * aim, `${path} has ${tokens} tokens`);
}

/** Words without numbers, punctuation, and Markdown's marks. */
const wordsOf = (text: string) =>
  text
    .replaceAll('\\', '')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

/** The different words of paragraphs, items, and cells, without those of controls and samples. */
function textOfPage(page: BuiltPage): string[] {
  const apart = ':is(nav, noscript, figure, form, .meta, [role=tabpanel], [role=radiogroup], [hidden])';
  const left = new Set(page.all(`main ${apart} *, main ${apart}`));
  const words = page
    .all('main .sl-markdown-content :is(p, li, td, dd):not(:has(pre))')
    .filter((each) => !left.has(each));
  return [...new Set(words.flatMap((each) => wordsOf(textOf(each))))];
}

const codeOf = (element: Element): string =>
  element.children
    .map((child) => (child.type === 'text' ? child.data : child.type === 'tag' ? codeOf(child) : ''))
    .join('');

/** Code without its layout, and without the marks of quotations and diffs. */
const dense = (code: string) => code.replaceAll(/[\s>+-]/g, '');
const sampleOf = (pre: Element) => dense(codeOf(pre));

test('Every page links to its twin, which links back and has its words, without HTML', () => {
  checkPages(sitePages, (page, path) => {
    const twin = twinOf(path);
    const links = page.attributes('link[rel=alternate][type="text/markdown"]', 'href');
    const canonical = /^---\ntitle: ".+"\ndescription: ".+"\ncanonical: "(.+)"\n/.exec(twin)?.[1];
    const inTwin = wordsOf(twin);
    const words = textOfPage(page);
    const missing = words.filter((word) => !inTwin.includes(word));
    const prose = withoutBlocks(twin).replaceAll(/`[^`\n]*`/g, '');
    return [
      links.join() !== twinPath(path) && `links ${links}`,
      canonical !== site.origin + path && `the twin links ${canonical}`,
      // The pictures of the home page have words that its twin says in other words.
      path !== '/' &&
        missing.length > 0.1 * words.length &&
        `the twin lacks ${missing.length} of ${words.length}: ${missing}`,
      ...page
        .texts('main :is(h1, h2, h3)')
        .map(
          (heading) =>
            !inTwin.join(' ').includes(wordsOf(heading.replace(/ deprecated$/, '')).join(' ')) &&
            `the twin lacks the heading ${heading}`,
        ),
      prose.match(/(?<!\\)<\/?[a-z][^>\n]*>/i)?.[0],
    ];
  });
});

test('Twins have the code of their pages, each sample in one language', () => {
  checkPages(sitePages, (page, path) => {
    const code = dense(twinOf(path));
    const has = (pre: Element) => code.includes(sampleOf(pre));
    const tabs = page.all('main starlight-tabs[data-sync-key=language]').map((each) => page.all('pre', each));
    const inTabs = new Set(tabs.flat());
    const others = page.all('main pre').filter((pre) => !inTabs.has(pre));
    return [
      ...others.map((pre) => !has(pre) && `the twin lacks ${sampleOf(pre)}`),
      ...tabs.map((samples) => !samples.some(has) && `the twin lacks ${sampleOf(samples[0]!)}`),
    ];
  });
});

test('Links between twins lead to twins', () => {
  checkPages(sitePages, (_page, path) =>
    [...withoutBlocks(twinOf(path)).matchAll(/\]\((\/[^)#\s]*)/g)].map(
      ([, file = '']) => (!isBuilt(file) || file.endsWith('/')) && `links ${file}`,
    ),
  );
});

test('/llms.txt lists each page with its twin, and all twins are in one file, and in one for each section', () => {
  const listed = [...textFile('/llms.txt').matchAll(/^- \[[^\]]+\]\((\S+)\): \S/gm)].map(([, link]) => link!);
  const pages = readersPages.filter((path) => !isInteractive(path));
  assert.deepEqual(
    pages.map(twinPath).filter((twin) => !listed.includes(twin)),
    [],
  );
  assert.deepEqual(
    listed.filter((link) => !isBuilt(link)),
    [],
  );
  const whole = textFile('/llms-full.txt');
  for (const path of pages) {
    assert.ok(whole.includes(twinOf(path)), path);
    assert.ok(textFile(`/llms-full/${sectionAt(path).id}.txt`).includes(twinOf(path)), path);
  }
  expectTokens('/llms.txt', 8_000);
});

test('/skill.md has every operation and all steps of the flows, the limits of the guides, and links with the host', () => {
  const skill = textFile('/skill.md');
  const { paths } = parse(textFile('/openapi/platform.yaml')) as { paths: Record<string, Node> };
  const calls = new Map<string, string>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries<Node>(methods))
      calls.set(operationId, `${method.toUpperCase()} ${path}`);
  /** Matches a call with any IDs in its path, and not the beginning of a longer path. */
  const patternOf = (call: string) => new RegExp(`${call.replaceAll(/\{\w+\}/g, '[^/\\s]+')}(?![\\w/-])`);
  for (const call of calls.values()) assert.match(skill, patternOf(call));
  const steps = skill.slice(0, skill.indexOf('## Errors'));
  const optional = ['deleteAnalysisJob', 'getAccount'];
  for (const flow of flows())
    for (const id of flow.operations.filter((each) => !optional.includes(each)))
      assert.match(steps, calls.has(id) ? patternOf(calls.get(id)!) : /POST your webhook URL/, flow.name);
  for (const name of ['retries', 'retryWaits', 'jitter', 'longestPoll', 'longestWait', 'overlap'] as const)
    assert.ok(skill.includes(limits[name]), name);
  for (const [, target] of skill.matchAll(/\]\(([^)]+)\)/g)) {
    const { origin, pathname } = new URL(target!);
    assert.ok(origin === site.origin && isBuilt(pathname), target);
  }
  expectTokens('/skill.md', 6_000);
});

test('The instructions for agents use only names of the contracts', () => {
  const platform = textFile('/openapi/platform.yaml');
  const skill = textFile('/skill.md');
  const advice = skill.slice(0, skill.indexOf('## Other operations')).replaceAll(/```[\s\S]*?```/g, '');
  const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  const names = [
    ...codeIn(agentRules().join('\n')).map((code) => code.replace(/^[A-Z]+ (?=\/)|grant_type=/, '')),
    ...codeIn(advice).filter((code) => /^\w+$/.test(code)),
  ].filter((name) => /^[A-Za-z_/\d-]+$/.test(name) && !/^\/cfa|^[A-Z]+_[A-Z_]+$/.test(name));
  assert.ok(names.length > 20);
  for (const name of names) assert.match(platform, new RegExp(`(?<!\\w)${name}(?!\\w)`), name);
});

test('The catalog has each API with its contract and its reference', () => {
  const { linkset } = JSON.parse(textFile('/.well-known/api-catalog')) as { linkset: Node[] };
  const [catalog, ...entries] = linkset;
  assert.deepEqual(
    catalog.item.map(({ href }: Node) => href),
    apis.map(({ overview }) => site.origin + overview),
  );
  assert.equal(entries.length, apis.length);
  for (const { 'service-desc': contract, 'service-doc': reference } of entries)
    for (const { href } of [...contract, ...reference])
      assert.ok(isBuilt(href.replace(site.origin, '')), href);
});

test('The feed is Atom, has every version of every API, the latest first, and leads to the changelog', () => {
  const feed = parseDocument(textFile('/changelog.atom'), { xmlMode: true });
  const all = (selector: string) => selectAll<(typeof feed)['children'][number], Element>(selector, feed);
  for (const part of ['id', 'title', 'updated', 'author > name', 'link[rel=self]'])
    assert.equal(all(`feed > ${part}`).length, 1, part);
  const days = all('entry > updated').map(textOf);
  assert.deepEqual(days, days.toSorted().toReversed());
  const links = all('entry > link').map(({ attribs }) => attribs['href']);
  const page = pageAt('/api/changelog/');
  for (const { name } of apis)
    for (const { version, date } of changeLogOf(name)) {
      assert.ok(links.includes(`${site.origin}/api/changelog/#${name}-${version}`), `${name} ${version}`);
      page.one(`h3[id="${name}-${version}"]`);
      page.one(`h2[id="${date}"]`);
    }
  for (const part of ['id', 'title', 'content']) assert.equal(all(`entry > ${part}`).length, days.length);
  for (const path of ['/', '/api/changelog/']) pageAt(path).one('link[type="application/atom+xml"]');
});
