import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { test } from 'node:test';
import { selectAll } from 'css-select';
import { parseDocument } from 'htmlparser2';
import { parse } from 'yaml';
import { agentRules } from '../../src/agents/skill/rules.ts';
import { isInteractive } from '../../src/config/apis.ts';
import { limits } from '../../src/config/limits.ts';
import { site } from '../../src/config/site.ts';
import { changeLogOf } from '../../src/contract/change-log.ts';
import { hasWholeHistory } from '../../src/shared/last-change.ts';
import { flows } from '../support/flows.ts';
import { crossOriginFiles, patternOf } from '../../src/hosting/headers.ts';
import {
  blocksOf,
  builtFile,
  builtText,
  checkPages,
  codeOf,
  dist,
  isBuilt,
  pageAt,
  readersPages,
  sitePages,
  textOf,
  type Element,
} from '../support/built-pages.ts';
import { apis, type Node } from '../support/published-contracts.ts';
import { testFolder } from '../support/test-folder.ts';

/* Files for programs: Markdown twins, /llms.txt, the skill, the catalog, and the feed. */

const twinPath = (path: string) => (path === '/' ? '/index.md' : path.replace(/\/$/, '.md'));
const twinOf = (path: string) => builtText(twinPath(path));
const withoutCode = (twin: string) => twin.replaceAll(/^[> ]*(`{3,})[\s\S]*?^[> ]*\1$/gm, '…');

/** Fails if reading a file takes an agent over 10% more tokens than the target. */
function expectTokens(path: string, aim: number): void {
  const tokens = Math.ceil(builtFile(path).length / 4);
  console.log(`${path}: ${tokens} tokens (${aim})`);
  assert.ok(tokens <= 1.1 * aim, `${path} has over 10% more tokens than the target.`);
}

/**
 * Letters and digits only, because Markdown has other punctuation. Keeps line breaks. Twins mark assumptions in words,
 * as some sentences do.
 */
const lettersOf = (text: string) =>
  text.replaceAll(/\(assumed(: [^)]*)?\)/g, '').replaceAll(/[^\p{L}\p{N}\n]/gu, '');

/** Elements that twins omit, convert to other text, or show as code. */
const omitted =
  'nav, noscript, figure, form, pre, script, style, template, button, .meta, .pagination-links, .sl-anchor-link, ' +
  '[role=tablist], [data-markdown-ignore=""], [hidden], [aria-hidden=true]';

/** Code without its layout, and without quotation and diff markers. */
const dense = (code: string) => code.replaceAll(/[\s>+-]/g, '');
const sampleOf = (pre: Element) => dense(codeOf(pre));

// tests/consumers/rows/text.ts reads the link back.
test("Every page links to its twin, which contains the page's blocks in order, without HTML", () => {
  checkPages(sitePages, (page, path) => {
    const twin = twinOf(path);
    const links = page.attributes('link[rel=alternate][type="text/markdown"]', 'href');
    const [, body = ''] = /^---\n.*?\n---\n(.*)$/s.exec(twin) ?? [];
    const prose = withoutCode(body);
    const text = lettersOf(prose.replaceAll(/\]\([^)]*\)/g, ''));
    let position = 0;
    const missing = blocksOf(page.one('main'), new Set(page.all(`main :is(${omitted})`))).filter((block) => {
      const start = text.indexOf(lettersOf(block), position);
      if (start >= 0) position = start + lettersOf(block).length;
      return start < 0;
    });
    return [
      links.join() !== twinPath(path) && `links ${links}`,
      ...missing.map((block) => `the twin lacks “${block}”`),
      ...page
        .attributes('main .starlight-aside', 'aria-label')
        .map((title) => !prose.includes(`> **${title}**\n`) && `the twin lacks the title ${title}`),
      /^(#+) .*\n+(?!\1#)(#+ .*|$(?!\n))/m.exec(prose)?.[0],
      prose.replaceAll(/`[^`\n]*`/g, '').match(/(?<!\\)<(\/?[a-z]|!--)[^>\n]*>/i)?.[0],
    ];
  });
});

test("Twins contain their pages' code, with each sample in one language", () => {
  checkPages(sitePages, (page, path) => {
    const code = dense(twinOf(path));
    const has = (pre: Element) => code.includes(sampleOf(pre));
    const tabs = page.all('main starlight-tabs[data-sync-key=language]').map((each) => page.all('pre', each));
    const inTabs = new Set(tabs.flat());
    const others = page.all('main pre:not(.powershell pre)').filter((pre) => !inTabs.has(pre));
    return [
      ...others.map((pre) => !has(pre) && `the twin lacks ${sampleOf(pre)}`),
      ...tabs.map((samples) => {
        const shown = samples.filter(has);
        return shown.length !== 1 && `the twin has ${shown.length} of ${samples.map(sampleOf)}`;
      }),
    ];
  });
});

test("Only one operation's twin lists the fields of an object", () => {
  const twins = apis.flatMap(({ operations }) => operations.map(({ address }) => twinOf(address)));
  for (const field of ['finishedAt', 'providerAccountId', 'mandateId', 'dateRefreshed'])
    assert.equal(twins.filter((twin) => twin.includes(`- \`${field}\``)).length, 1, field);
});

test('Links in twins are absolute, and page links lead to twins', () => {
  checkPages(sitePages, (_page, path) =>
    [...withoutCode(twinOf(path)).matchAll(/\]\(([^)#\s]+)/g)].map(([, url = '']) => {
      const file = url.replace(site.origin, '');
      return (
        (!/^\w+:/.test(url) || (file !== url && (!isBuilt(file) || file.endsWith('/')))) && `links ${url}`
      );
    }),
  );
});

test('Every page and its twin link to the skill and the page list near their start', () => {
  checkPages(sitePages, (page, path) => {
    const line = page.one('body p[aria-hidden=true].sr-only');
    const start = `\n---\n\n> The whole integration in one file: ${site.origin}/skill.md. All pages: ${site.origin}/llms.txt.\n\n`;
    return [
      page.attributes('a', 'href', line).join() !== '/skill.md,/llms.txt' && `says ${textOf(line)}`,
      page.attributes('link[rel=describedby]', 'href').join() !== '/llms.txt' && 'has no link to llms.txt',
      page.html.indexOf('For AI agents') > page.html.indexOf('<main') && 'has the line after <main>',
      !twinOf(path).includes(start) && 'the twin starts differently',
    ];
  });
});

test('Code keeps its line breaks, even for programs that ignore styles', () => {
  checkPages(sitePages, (page) =>
    page.all('.ec-line').map((line) => !/^[^\n]*\n$/.test(codeOf(line)) && `has ${codeOf(line)}`),
  );
});

test('/llms.txt lists each page with its twin, and all twins are also in one file, and in one folder', (context) => {
  const matches = builtText('/llms.txt').matchAll(/^- \[[^\]]+\]\((\S+)\): \S/gm);
  const listed = [...matches].map(([, link]) => link!.replace(site.origin, ''));
  for (const file of listed) assert.ok(isBuilt(file), file);
  const pages = readersPages.filter((path) => !isInteractive(path));
  const whole = builtText('/llms-full.txt');
  for (const path of pages) {
    assert.ok(listed.includes(twinPath(path)), path);
    const twin = twinOf(path).replace(/^> The whole .*\n\n/m, '');
    assert.ok(whole.includes(twin), path);
  }
  const folder = testFolder(context);
  execFileSync('tar', ['-xzf', join(dist, 'docs.tar.gz'), '-C', folder]);
  const files = globSync('**/*', { cwd: folder }).filter((file) => extname(file) !== '');
  for (const path of [...pages.map(twinPath), '/skill.md', '/openapi/platform.yaml'])
    assert.ok(files.includes(`docs${path}`), path);
  for (const file of files.filter((each) => each.endsWith('.md'))) {
    const text = withoutCode(readFileSync(join(folder, file), 'utf8'));
    for (const [, href = ''] of text.matchAll(/\]\((?!https?:|mailto:)([^)#\s`]+)/g))
      assert.ok(files.includes(posix.join(posix.dirname(file), href)), `${file}: ${href}`);
  }
  expectTokens('/llms.txt', 8_000);
});

test("/skill.md contains every operation, all steps of the flows, the guides' limits, and absolute links", () => {
  const skill = builtText('/skill.md');
  const { paths } = parse(builtText('/openapi/platform.yaml')) as { paths: Record<string, Node> };
  const calls = new Map<string, string>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries<Node>(methods))
      calls.set(operationId, `${method.toUpperCase()} ${path}`);
  /** Matches a call with any IDs in its path, but not the start of a longer path. */
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
  assert.ok(skill.includes(`[all pages](${site.origin}/llms.txt)`));
  const advice = textOf(pageAt('/set-up-your-agent/').one('main'));
  const [, tokens = ''] = /about ([\d,]+) tokens/.exec(advice) ?? [];
  expectTokens('/skill.md', Number(tokens.replace(',', '')));
});

test('The skill prevents the mistakes that programs make', () => {
  const skill = builtText('/skill.md');
  const told = `renew the token once and retry | Never log it | unique and case-insensitive | doesn’t prove consent |
    single-use value | --consent-given | the consent has ended | request one refresh | contains no new accounts |
    If a token repeats | one account at a time | Keep earlier rows | mark an unlisted row as removed | reread the account |
    Match each row only once | context.source | wait as if it had been accepted | respond with 200 | discards the ID |
    --webhook-url | Check each consent daily | Keep unmatched accounts | Never close an account | count it once |
    read all transactions again | unique among your jobs | by their stored IDs | don’t retry a POST unless |
    fix the credentials | don’t follow redirects | Branch on the status code`;
  for (const words of told.split('|')) assert.ok(skill.includes(words.trim()), words);
});

test('The instructions for agents only use names from the contracts', () => {
  const platform = builtText('/openapi/platform.yaml');
  const skill = builtText('/skill.md');
  const advice = skill.slice(0, skill.indexOf('## Other operations')).replaceAll(/```[\s\S]*?```/g, '');
  const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  const names = [
    ...codeIn(agentRules().join('\n')).map((code) => code.replace(/^[A-Z]+ (?=\/)|grant_type=/, '')),
    ...codeIn(advice).filter((code) => /^\w{1,40}$/.test(code)),
  ].filter((name) => /^[A-Za-z_/\d-]+$/.test(name) && !/^\/cfa|^[A-Z]+_[A-Z_]+$/.test(name));
  assert.ok(names.length > 20);
  for (const name of names) assert.match(platform, new RegExp(`(?<!\\w)${name}(?!\\w)`), name);
});

test('The catalog lists each API with its contract and reference', () => {
  const [catalog, ...entries]: Node[] = JSON.parse(builtText('/.well-known/api-catalog')).linkset;
  assert.deepEqual(
    catalog.item.map(({ href }: Node) => href),
    apis.map(({ overview }) => site.origin + overview),
  );
  assert.equal(entries.length, apis.length);
  for (const { 'service-desc': contract, 'service-doc': reference } of entries)
    for (const { href } of [...contract, ...reference])
      assert.ok(isBuilt(href.replace(site.origin, '')), href);
});

test("The skill index contains the skill's digest, and the downloads page each program's", () => {
  const sha256 = (path: string) => createHash('sha256').update(builtFile(path)).digest('hex');
  const { skills }: Node = JSON.parse(builtText('/.well-known/agent-skills/index.json'));
  assert.partialDeepStrictEqual(skills, [
    { url: `${site.origin}/skill.md`, digest: `sha256:${sha256('/skill.md')}` },
  ]);
  assert.equal(skills.length, 1);
  assert.ok(builtText('/skill.md').includes(sha256('/sandbox.mjs')));
  const shown = pageAt('/api/downloads/').texts('main td code');
  for (const path of ['/sandbox.mjs', '/starters/python.tar.gz'])
    assert.ok(shown.includes(sha256(path)), path);
});

test("Scripts come with their packages' licenses", () => {
  const licenses = {
    '/licenses.txt': ['react-dom/LICENSE', '@vue/runtime-core/LICENSE', 'pagefind/LICENSE/LICENSE'],
    '/sandbox.mjs': ['openapi-backend/LICENSE', '@redocly/ajv/LICENSE'],
  };
  for (const [file, packages] of Object.entries(licenses))
    for (const license of packages)
      assert.ok(builtText(file).includes(readFileSync(`node_modules/${license}`, 'utf8').trim()), license);
});

test('Pages on other origins may read every download', () => {
  const open = new RegExp(patternOf('', crossOriginFiles));
  const links = pageAt('/api/downloads/').attributes('main .sl-markdown-content a', 'href');
  const files = links.filter((href) => /^\/[^#]*[^/#]$/.test(href!));
  assert.ok(files.length > 50);
  for (const file of files) assert.match(file!, open);
});

test('The block for AGENTS.md fits, and links to the skill and to pages that exist', () => {
  const block = builtText('/AGENTS.md');
  assert.ok(block.length <= 8_000, `${block.length} characters`);
  assert.ok(block.includes(`${site.origin}/skill.md`));
  const lines = block.match(/^- [\w ]+: (index|[\w/-]+), .*$/gm) ?? [];
  const slugs = lines.flatMap((line) => line.replace(/^.*?: /, '').split(', '));
  assert.ok(slugs.length > 50);
  for (const slug of slugs) assert.ok(isBuilt(`/${slug}.md`), slug);
});

test('Each API has a signature file and a list of version changes, and signatures are much shorter than contracts', () => {
  let [saved, changed] = [0, 0];
  for (const { name, operations } of apis) {
    const signatures = builtText(`/openapi/${name}.txt`);
    saved += builtText(`/openapi/${name}.yaml`).length - 2 * signatures.length;
    for (const { path } of operations.filter(({ kind }) => kind === 'operation'))
      assert.ok(signatures.includes(path), path);
    const changes = JSON.parse(builtText(`/openapi/changes/${name}.json`)) as Node[];
    changed += changes.length;
    for (const { from, to } of changes)
      for (const version of [from, to]) assert.ok(isBuilt(`/openapi/${version}/${name}.json`), version);
  }
  assert.ok(saved > 0 && changed > 0);
});

test('The category data contains the names on the pages', () => {
  for (const engine of ['z1', 'z2']) {
    const categories: Node[] = JSON.parse(builtText(`/values/${engine}-categories.json`)).categories;
    const rows = categories.map((row) => Object.values<string>(row));
    const lines = rows.map((row) => row.map((value) => `"${value}"`).join(','));
    const [, ...listed] = builtText(`/values/${engine}-categories.csv`).trim().split('\n');
    assert.deepEqual(listed, lines);
    const text = textOf(pageAt(`/categorization/engines/${engine}-engine/categories/`).one('main'));
    for (const name of rows.flat()) assert.ok(text.includes(name), name);
  }
});

test('The page feed lists each guide once, latest change first', () => {
  const feed = builtText('/pages.atom');
  const urls = [...feed.matchAll(/<id>(.+)#changed-[\d-]+<\/id>/g)].map(([, url]) => url!);
  assert.equal(new Set(urls).size, urls.length);
  for (const url of urls) assert.ok(readersPages.includes(url.replace(site.origin, '')), url);
  const [, ...days] = [...feed.matchAll(/<updated>(.+)<\/updated>/g)].map(([, day]) => day!);
  assert.deepEqual(days, days.toSorted().toReversed());
  assert.equal(urls.length > 50, hasWholeHistory()); // Without it, no page has a date.
});

test('The Atom feed lists every version of every API, latest first, and links to the changelog', () => {
  const feed = parseDocument(builtText('/changelog.atom'), { xmlMode: true });
  const all = (selector: string) => selectAll<(typeof feed)['children'][number], Element>(selector, feed);
  for (const part of ['id', 'title', 'updated', 'author > name', 'link[rel=self]'])
    assert.equal(all(`feed > ${part}`).length, 1, part);
  const days = all('entry > updated').map(textOf);
  assert.deepEqual(days, days.toSorted().toReversed());
  const links = all('entry > link').map(({ attribs }) => attribs['href']);
  const page = pageAt('/api/changelog/');
  for (const { name } of apis)
    for (const { version, date } of changeLogOf(name)) {
      assert.ok(links.includes(`${site.origin}${page.path}#${name}-${version}`), `${name} ${version}`);
      page.one(`[id="${name}-${version}"]`);
      page.one(`h2[id="${date}"]`);
    }
  for (const part of ['id', 'title', 'content']) assert.equal(all(`entry > ${part}`).length, days.length);
  for (const path of ['/', page.path]) pageAt(path).one('link[type="application/atom+xml"]');
});
