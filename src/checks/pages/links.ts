import { existsSync, globSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { markdownToMdast } from 'satteri';
import { parse } from 'yaml';
import { announcement } from '../../config/announcement.ts';
import { redirects } from '../../config/redirects.ts';
import { sections } from '../../config/sections.ts';
import { guideGroups } from '../../config/sidebars.ts';
import { site } from '../../config/site.ts';
import { isElement, lineOf, nodesIn, stringAttribute } from '../../content/mdx.ts';
import type { LintError, ParsedPage } from '../../content/mdx.ts';
import { contracts } from '../../contract/index.ts';
import { glossaryPath, parseGlossary } from '../../glossary/schema.ts';
import { checks } from '../../sandbox/grade/checks/index.ts';
import { didYouMean, nearest, nearestPage } from '../../shared/nearest.ts';
import { pagePath, slugOf } from '../../shared/page-path.ts';
import { trackedFiles } from '../../shared/source-files.ts';
import { readText } from '../../shared/text-file.ts';
import { pageOfTwin, twinLinks } from '../../shared/twin-path.ts';
import { WriterError } from '../../shared/writer-error.ts';
import { symptomsPage } from '../../search/settings.ts';
import { linkError } from '../links.ts';

/** Anchors that components render: fields, parameters, groups, APIs. The built site's link check covers them. */
const RENDERED = /#([A-Z]|[\w-]+-api$|tag\/|[a-z]\w*\.\w|assumed-)/;
const GLOSSARY = 'src/glossary/glossary.yaml';
const RULES = 'docs/rules.md';
/** What readers type into the search, with the pages and symptoms that a test expects it to find. */
const QUERIES = 'tests/site/queries.yaml';
/** The anchors of headings in earlier releases. Readers may link to them, and redirects can't fix such links. */
export const PUBLISHED_ANCHORS = 'src/checks/pages/published-anchors.txt';

/** The lines of {@link PUBLISHED_ANCHORS}, such as `/webhooks/#next-steps`. */
export const publishedAnchors = (root = '.') => readText(join(root, PUBLISHED_ANCHORS)).trim().split('\n');

/** Creates the checks for handwritten links, which don't need rendered pages. */
export function linkChecker(root: string, files: readonly string[], pages: readonly ParsedPage[]) {
  const reference = contracts().flatMap(({ slug, operations }) => [
    slug,
    ...operations.map((operation) => operation.slug),
  ]);
  const knownPaths = [...reference, ...files.flatMap((file) => slugOf(file) ?? [])].map(pagePath);
  const anchors = new Map(knownPaths.map((path) => [path, new Set<string>()]));
  const parsedPaths = new Set<string>([glossaryPath]);
  for (const page of pages) {
    const slug = slugOf(page.file);
    if (slug === undefined) continue;
    const parts = [page, ...pages.filter(({ file }) => page.partials.includes(file))];
    anchors.set(pagePath(slug), anchorsOf(parts.flatMap(({ nodes }) => nodes)));
    parsedPaths.add(pagePath(slug));
  }
  const published = new Set(trackedFiles(join(root, 'public')).map((file) => `/${file}`));
  const { terms: glossary, mistakes } = glossaryIn(root);
  const queries = readText(join(root, QUERIES));
  const expected = parse(queries) as {
    queries: Record<string, Record<string, string | string[]>>;
    messages: Record<string, string>;
  };
  anchors.set(glossaryPath, new Set(glossary.map(({ id }) => id)));
  // Links to terms aren't mistakes only because the glossary has one.
  if (mistakes.length > 0) parsedPaths.delete(glossaryPath);

  return { pageErrors, settingsErrors, anchorErrors, headings };

  function pageErrors(page: ParsedPage): LintError[] {
    const path = pagePath(slugOf(page.file) ?? '');
    return page.nodes.flatMap(linksIn).flatMap(({ line, target }) => {
      const reason = errorOf(target, path);
      return reason ? [{ line, message: `${target}: ${reason}` }] : [];
    });
  }

  /** The pages to which docs/rules.md assigns a rule. */
  function homesOfRules(): string[] {
    const nodes = [...nodesIn(markdownToMdast(readText(join(root, RULES))))];
    return nodes.flatMap((node) =>
      node.type === 'inlineCode' && node.value.startsWith('/') && node.value.includes('#') ? node.value : [],
    );
  }

  /** Links in src/config/, in the glossary, in what the grader prints, and in docs/rules.md. */
  function settingsErrors(): string[] {
    const checkFiles = globSync('src/sandbox/grade/checks/*.ts', { cwd: root });
    const links: (readonly [sources: readonly string[], targets: readonly (string | undefined)[]])[] = [
      [['src/config/redirects.ts'], Object.values(redirects)],
      [['src/config/sections.ts'], sections.map(({ href }) => href)],
      [[GLOSSARY], glossary.map(({ guide }) => guide)],
      [['src/config/announcement.ts'], [announcement?.link?.href]],
      [[QUERIES], Object.values(expected.queries).flatMap((kind) => Object.values(kind).flat())],
      [checkFiles, Object.values(checks).map(({ page }) => page)],
      [[RULES], homesOfRules()],
    ];
    return mistakes.concat(
      symptomErrors(),
      movedErrors(links.flatMap(([sources]) => sources)),
      links.flatMap(([sources, targets]) =>
        [...new Set(targets)].flatMap((target) => {
          const reason = target && errorOf(target, '/');
          return reason ? placesOf(target, sources).map((place) => `${place}: ${target}: ${reason}`) : [];
        }),
      ),
    );
  }

  /** Old paths of moved pages and of their sources, in the site's other code and in the files for contributors. */
  function movedErrors(others: readonly string[]): string[] {
    const end = String.raw`(?:/index)?(?:/|\.mdx?)(?![\w$-])`;
    const moved = Object.entries(redirects).map(([from, to]) => ({
      old: new RegExp(
        String.raw`(?<![\w-])(src/content/docs)?${RegExp.escape(from.slice(0, -1))}${end}`,
        'g',
      ),
      source: files.find((file) => pagePath(slugOf(file) ?? '') === to.split('#')[0]) ?? to,
    }));
    const exclude = [...others, 'CHANGELOG.md'];
    const code = globSync(['src/**/*.{ts,tsx,astro}', '*.md', 'docs/*.md'], { cwd: root, exclude });
    return code.flatMap(linesOf).flatMap(({ line, place }) =>
      moved.flatMap(({ old, source }) =>
        [...line.matchAll(old)].map(([path, isSource]) => {
          const reason = isSource ? `the page has moved; write ${source}.` : errorOf(path, '/');
          return `${place}: ${path}: ${reason}`;
        }),
      ),
    );
  }

  /** The lines of a file, each with the name under which it's reported. */
  function linesOf(file: string): { line: string; place: string }[] {
    const lines = readText(join(root, file)).split('\n');
    return lines.map((line, index) => ({ line, place: `${file}:${index + 1}` }));
  }

  /** Each file and line with a link. The grader's checks may add a heading to a path that is a string of its own. */
  function placesOf(target: string, sources: readonly string[]): readonly string[] {
    const [path = ''] = target.split('#');
    for (const written of [target, path]) {
      const link = new RegExp(`${RegExp.escape(written)}(?![\\w#/-])`);
      const places = sources.flatMap(linesOf).flatMap(({ line, place }) => (link.test(line) ? place : []));
      if (places.length > 0) return places;
    }
    return sources;
  }

  /** Symptoms that the search's test expects but no heading names. An anchor that a renamed one keeps isn't found. */
  function symptomErrors(): string[] {
    const path = redirects[symptomsPage] ?? symptomsPage;
    const page = pages.find(({ file }) => pagePath(slugOf(file) ?? '') === path);
    const ids = anchorsOf(page?.nodes.filter(({ type }) => type === 'heading') ?? []);
    const unknown = Object.values(expected.messages).filter((id) => !ids.has(id));
    return unknown.map((id) => {
      const line = queries.split(`: ${id}\n`)[0]!.split('\n').length;
      return `${QUERIES}:${line}: ${path} has no symptom ${id}${didYouMean(nearest(id, ids))}`;
    });
  }

  /** Published anchors that a page no longer has, or whose page is gone. */
  function anchorErrors(): string[] {
    return publishedAnchors(root).flatMap((target, index) => {
      const [path = '', id = ''] = target.split('#');
      if (!anchors.has(path))
        return `${PUBLISHED_ANCHORS}:${index + 1}: the page ${path} is gone; ${redirects[path] ? '' : 'redirect it in src/config/redirects.ts, and '}delete this line.`;
      if (!parsedPaths.has(path) || anchors.get(path)!.has(id)) return [];
      return `${PUBLISHED_ANCHORS}:${index + 1}: readers link to ${target}; write <a id="${id}" /> above the heading that you renamed, or delete this line.`;
    });
  }

  /** The anchors of headings in guides, in reading order. */
  function headings(): string[] {
    const paths = guideGroups
      .flatMap(({ slugs }) => slugs.map(pagePath))
      .filter((path) => parsedPaths.has(path));
    return paths.flatMap((path) => [...(anchors.get(path) ?? [])].map((id) => `${path}#${id}`));
  }

  function errorOf(target: string, from: string): string | undefined {
    if (/^https?:\/\/(localhost|127\.0\.0\.1)\b/.test(target))
      return "readers can't reach this server; write it as inline code, or link to the site's page.";
    // Markdown makes a link of www.example.com, too.
    if (/^(http:\/\/)?www\./.test(target)) return 'begin the URL of another site with https://.';
    if (/^[\w.]/.test(target) && !/^\w+:/.test(target)) {
      const { pathname } = new URL(target.replace(/\.mdx?(?=#|$)/, '/'), `http://localhost${from}`);
      const meant = extname(pathname) ? `/images/${basename(pathname)}` : nearestPage(pathname, knownPaths);
      return `begin the path with a slash${meant ? `: ${meant}` : ''}.`;
    }
    if (/^\/[^#]*\.\w+$/.test(target)) {
      const file = join('public', target);
      if (published.has(target)) return undefined;
      const movedPage = target.endsWith('.md') && redirects[pageOfTwin(target)];
      if (movedPage) return `the page has moved; write ${twinLinks('')(movedPage)}.`;
      if (existsSync(join(root, file))) return `git doesn't track this file; run \`git add ${file}\`.`;
      // Other files may come from the build, so only images must exist.
      return target.startsWith('/images/') ? `no such file: ${file}.` : undefined;
    }
    const [path = '', id = ''] = target.split('#');
    const moved = redirects[path];
    if (moved) return `the page has moved; write ${moved}${anchors.get(moved)?.has(id) ? `#${id}` : ''}.`;
    const isKnown = (path === '' || parsedPaths.has(path)) && !RENDERED.test(target);
    const link = { target: isKnown ? target : path || '#', kind: 'page' } as const;
    return linkError(link, from, { origin: site.origin, pages: anchors, files: new Set() });
  }
}

/** A node's link, the links of a hero, and those in the source of a diagram, which is an attribute. */
function linksIn(node: ParsedPage['nodes'][number]): { line: number; target: string }[] {
  const line = lineOf(node);
  if (node.type === 'yaml')
    return node.value.split('\n').flatMap((text, index) => {
      const [, target] = /\blink: *(\/[^\s,}]*)/.exec(text) ?? [];
      return target ? [{ line: line + 1 + index, target }] : [];
    });
  if (!isElement(node)) return 'url' in node ? [{ line, target: node.url }] : [];
  const link = stringAttribute(node, 'href') ?? stringAttribute(node, 'src');
  const inDiagram = node.attributes.flatMap(({ value }) => {
    const source = typeof value === 'object' ? (value?.value ?? '') : '';
    return [...source.matchAll(/\]\((\/[^)]+)\)/g)].map(({ 1: target = '', index }) => ({
      line: line + source.slice(0, index).split('\n').length - 1,
      target,
    }));
  });
  return [...(link === undefined ? [] : [{ line, target: link }]), ...inDiagram];
}

/** Heading anchors, and IDs that a page sets. */
function anchorsOf(nodes: ParsedPage['nodes']): Set<string> {
  const slugger = new GithubSlugger();
  return new Set(
    nodes.flatMap((node) => {
      if (isElement(node)) return stringAttribute(node, 'id') ?? [];
      if (node.type !== 'heading') return [];
      const texts = [...nodesIn(node)].map((child) =>
        child.type === 'text' || child.type === 'inlineCode' ? child.value : '',
      );
      return slugger.slug(texts.join(''));
    }),
  );
}

/** The glossary's terms, or its mistakes. */
function glossaryIn(root: string) {
  try {
    return { terms: parseGlossary(readText(join(root, GLOSSARY))), mistakes: [] as string[] };
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    return { terms: [], mistakes: [error.message] };
  }
}
