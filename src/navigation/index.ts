import { getCollection } from 'astro:content';
import { apis } from '../config/apis.ts';
import { errorPages } from '../config/error-pages.ts';
import { locales } from '../config/locales.ts';
import { footerPages, sidebars, writersPages } from '../config/sidebars.ts';
import { checkFileNames } from '../content/file-names.ts';
import { parsePage, type ParsedPage } from '../content/mdx.ts';
import { contract } from '../contract/index.ts';
import { readText } from '../shared/text-file.ts';
import { guidesByOperation, type GuideLink } from './guides.ts';
import { pagePath, buildNavigation, type ApiPages, type Navigation, type Page } from './tree.ts';

let built: Promise<Navigation> | undefined;

/**
 * Returns the navigation of the whole site. A build creates it once. The development server creates it again for each
 * request, because pages and sidebars may have changed.
 *
 * @throws WriterError like {@link checkFileNames} and {@link buildNavigation}.
 */
export function navigation(): Promise<Navigation> {
  if (import.meta.env.DEV) return build();
  return (built ??= build());
}

async function build(): Promise<Navigation> {
  checkFileNames();
  return buildNavigation(sidebars, await pages(), apis.map(apiPages), footerPages);
}

let guides: Promise<Map<string, GuideLink[]>> | undefined;

/**
 * Returns the guides that mention an operation, the most specific ones first. Pages of the section `main`, such as the
 * home page, are left out: they mention many operations and explain none.
 *
 * @param id - `operationId`.
 */
export async function guidesOf(id: string): Promise<GuideLink[]> {
  if (import.meta.env.DEV || !guides) guides = findGuides();
  return (await guides).get(id) ?? [];
}

async function findGuides() {
  const order = [...(await navigation()).places.keys()];
  const written = (await pages())
    // Only MDX has components.
    .filter(({ section, file }) => section !== 'main' && section !== 'api' && file.endsWith('.mdx'))
    .map(({ title, slug, file }) => ({ title, href: pagePath(slug), files: withPartials(file) }))
    .sort((a, b) => order.indexOf(a.href) - order.indexOf(b.href));
  return guidesByOperation(written);
}

/** Parses a page and the partials that it imports. */
function withPartials(file: string): ParsedPage[] {
  const page = parsePage(file, readText(file));
  return [page, ...page.partials.flatMap(withPartials)];
}

/** Matches the IDs of translated pages, which are in a folder per language. */
const translated = new RegExp(
  `^(?:${
    Object.keys(locales)
      .filter((key) => key !== 'root')
      .join('|') || '(?!)'
  })/`,
);

/** Returns all hand-written pages for readers, without translations and error pages. */
export async function pages(): Promise<Page[]> {
  const others = new Set([...errorPages, ...writersPages]);
  const entries = await getCollection('docs', ({ id }) => !others.has(id) && !translated.test(id));
  return entries.map(({ id, data, filePath }) => ({
    slug: id,
    title: data.title,
    label: data.sidebar.label ?? data.title,
    section: data.section,
    keywords: data.keywords,
    file: filePath ?? id,
  }));
}

function apiPages({ name, page }: (typeof apis)[number]): ApiPages {
  const document = contract(name);
  return {
    name,
    title: document.title,
    deprecated: document.deprecated,
    slug: document.slug,
    interactive: page,
    operations: document.operations.map(({ slug, summary, method, deprecated }) => ({
      slug,
      label: summary,
      method,
      deprecated,
    })),
  };
}
