import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentRules } from '../../src/agents/skill/rules.ts';
import { isInteractive } from '../../src/config/apis.ts';
import { sectionAt } from '../../src/config/sidebars.ts';
import {
  builtFile,
  isBuilt,
  pageAt,
  readersPages,
  sitePages,
  textOf,
  type BuiltPage,
  type Element,
} from '../support/built-pages.ts';

const origin = 'https://developer.example.com';

/** Tokens of a text, as coding agents count them roughly. */
const tokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

const twinPath = (path: string) => (path === '/' ? '/index.md' : path.replace(/\/$/, '.md'));
const twinOf = (path: string) => builtFile(twinPath(path)).toString();

/** Parts of a page that are for people: controls, and what its pictures repeat. */
const LEFT_OUT =
  'nav.breadcrumbs, .pagination-links, .meta, [role=tablist], [role=radiogroup], button, fieldset, label, script, style, noscript, ' +
  '[aria-hidden=true], [hidden]:not([role=tabpanel]), [role=status], svg, [role=img], a.assumed, [data-page-tools], .count, ' +
  'filter-tree > .search, .needs-script, .sl-anchor-link';

/** Panels with the code in languages other than the twin's. */
function otherLanguages(page: BuiltPage): Element[] {
  return page.all('starlight-tabs[data-sync-key=language]').flatMap((tabs) => {
    const panels = page.all('> [role=tabpanel]', tabs);
    const named = (label: string) =>
      panels.find(({ attribs }) => textOf(page.one(`#${attribs['aria-labelledby']}`)).trim() === label);
    const shown = named('JavaScript') ?? named('cURL') ?? panels[0];
    return panels.filter((panel) => panel !== shown);
  });
}

/** The text of a page's `<main>`, without what the twin leaves out on purpose. */
function mainText(page: BuiltPage): string {
  const main = page.one('main');
  const out = new Set([...page.all(LEFT_OUT, main), ...otherLanguages(page)]);
  const strip = (element: Element) => {
    element.children = element.children.filter((child) => !out.has(child as Element));
    for (const child of element.children) if (child.type === 'tag') strip(child);
  };
  strip(main);
  return textOf(main);
}

/** The code of each sample that the twin has, in order. Marked lines are elements without line breaks. */
function samplesOf(page: BuiltPage): string[] {
  const out = new Set(otherLanguages(page).flatMap((panel) => page.all('pre', panel)));
  return page
    .all('main pre')
    .filter((pre) => !out.has(pre))
    .map((pre) => {
      const lines = page.all('.ec-line', pre);
      return lines.length > 0
        ? lines.map((line) => codeOf(line).replace('\n', '')).join('\n')
        : codeOf(pre).replace(/\n$/, '');
    });
}

const codeOf = (element: Element): string =>
  element.children
    .map((child) => (child.type === 'text' ? child.data : child.type === 'tag' ? codeOf(child) : ''))
    .join('');

/** The code of each block in a twin, without the indent of its list or quotation, and without the marks of a diff. */
function codeBlocks(twin: string): string[] {
  return [...twin.matchAll(/^([> ]*)(`{3,})([\w-]*)\n(?:([\s\S]*?)\n)?\1\2$/gm)].map(
    ([, indent = '', , language, code = '']) =>
      code
        .split('\n')
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : ''))
        .map((line) => (language === 'diff' ? line.slice(2) : line))
        .join('\n'),
  );
}

/** Words without punctuation and Markdown's marks. */
const wordsOf = (text: string) =>
  text
    .replaceAll('\\', '')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const withoutBlocks = (twin: string) => twin.replaceAll(/^ *(`{3,})[\s\S]*?^ *\1$/gm, '');

/** Fails with each page that has an error. */
function checkTwins(errorOf: (page: BuiltPage, twin: string, path: string) => string | undefined): void {
  const errors = sitePages.flatMap((path) => {
    const error = errorOf(pageAt(path), twinOf(path), path);
    return error ? [`${path}: ${error}`] : [];
  });
  assert.deepEqual(errors, []);
}

test('Every page links to its twin, which links back', () => {
  checkTwins((page, twin, path) => {
    const [link, ...others] = page.attributes('link[rel=alternate][type="text/markdown"]', 'href');
    if (link !== twinPath(path) || others.length > 0) return `links ${link}`;
    const matter = /^---\ntitle: ".+"\ndescription: ".+"\ncanonical: "(.+)"\n/.exec(twin);
    return matter?.[1] === origin + path ? undefined : twin.slice(0, 200);
  });
});

test('Twins have the headings and tables of their pages', () => {
  checkTwins((page, twin) => {
    const lines = withoutBlocks(twin)
      .split('\n')
      .map((line) => line.trim());
    const headings = lines
      .filter((line) => /^(- |> |\d+\. )*#+ /.test(line))
      .map((line) => wordsOf(line).join(' '));
    const missing = page
      .all('main :is(h1, h2, h3, h4)')
      .map((heading) => wordsOf(textOf(heading)).join(' '))
      .filter((words) => !headings.some((line) => line.startsWith(words)));
    const rows = page.all('main tr').length + page.all('main table').length;
    if (lines.filter((line) => line.startsWith('|')).length !== rows) return `not ${rows} rows of tables`;
    return missing.join(', ');
  });
});

test('Twins have the code of their pages, each sample in one language', () => {
  checkTwins((page, twin) => {
    const blocks = codeBlocks(twin);
    return samplesOf(page).find((sample, index) => sample !== blocks[index]);
  });
});

test('Twins have at least 94 % of the words of their pages, and no HTML', () => {
  checkTwins((page, twin) => {
    const left = new Map<string, number>();
    for (const word of wordsOf(twin)) left.set(word, (left.get(word) ?? 0) + 1);
    const words = wordsOf(mainText(page));
    const missing = words.filter((word) => {
      const count = left.get(word) ?? 0;
      left.set(word, count - 1);
      return count <= 0;
    });
    if (missing.length > 0.06 * words.length) return `lacks ${missing.join(' ')}`;
    const prose = withoutBlocks(twin).replaceAll(/`[^`\n]*`/g, '');
    return prose.match(/(?<!\\)<\/?[a-z][^>\n]*>/gi)?.join(' ');
  });
});

/** The pages that an integration needs, from the token to the verified webhook. */
const integration = [
  '/',
  '/account-information/',
  '/account-information/authentication/',
  '/account-information/data-access/user-based-access/',
  '/account-information/providers/introduction/',
  '/account-information/providers/sandbox/',
  '/account-information/data-access/consents/',
  '/account-information/data-access/consent-refresh/',
  '/account-information/data-access/accounts/',
  '/account-information/data-access/transactions/',
  '/account-information/error-handling/',
  '/sequencing/',
  '/categorization/jobs/creating-jobs/',
  '/categorization/jobs/monitoring-jobs/',
  '/webhooks/',
  '/webhooks/events/',
  '/webhooks/verify/',
  '/api/authentication/operations/createaccesstoken/',
  '/api/consents/operations/createconsent/',
  '/go-live/',
];

test('The 20 pages of an integration cost at most 42,000 tokens', () => {
  const costs = integration.map((path) => tokens(twinOf(path)));
  const sum = costs.reduce((a, b) => a + b);
  assert.ok(
    sum <= 42_000,
    `${sum}: ${integration.map((path, index) => `${path} ${costs[index]}`).join(', ')}`,
  );
});

test('Links between twins lead to twins', () => {
  for (const path of sitePages) {
    for (const [, target = ''] of withoutBlocks(twinOf(path)).matchAll(/\]\((\/[^)\s]*)\)/g)) {
      const [file = ''] = target.split('#');
      assert.ok(isBuilt(file) && !file.endsWith('/'), `${twinPath(path)} links ${target}`);
    }
  }
});

test('/llms.txt lists each page with its twin, in at most 8,000 tokens', () => {
  const text = builtFile('/llms.txt').toString();
  const listed = [...text.matchAll(/^- \[[^\]]+\]\((\S+)\): \S/gm)].map(([, link]) => link!);
  const expected = readersPages.filter((path) => !isInteractive(path)).map(twinPath);
  assert.deepEqual(listed.filter((link) => /(?<!skill)\.md$/.test(link)).toSorted(), expected.toSorted());
  for (const link of listed) assert.ok(isBuilt(link), link);
  assert.ok(tokens(text) <= 8_000, String(tokens(text)));
});

test('The instructions for agents use only names of the contracts', () => {
  const platform = builtFile('/openapi/platform.yaml').toString();
  const names = agentRules()
    .flatMap((rule) => [...rule.matchAll(/`([^`]+)`/g)])
    .map(([, code]) => code!.replace(/^[A-Z]+ (?=\/)/, '').replace('grant_type=', ''))
    .filter((name) => !/^(\/cfa|node sandbox.mjs|\(assumed)/.test(name));
  for (const name of names) assert.match(platform, new RegExp(`(?<!\\w)${name}(?!\\w)`), name);
});

test('The twins of all pages, and those of each section, are files of their own', () => {
  const whole = builtFile('/llms-full.txt').toString();
  for (const path of readersPages.filter((each) => !isInteractive(each))) {
    const twin = twinOf(path);
    assert.ok(whole.includes(twin), path);
    assert.ok(
      builtFile(`/llms-full/${sectionAt(path).id}.txt`)
        .toString()
        .includes(twin),
      path,
    );
  }
});
