import { getCollection } from 'astro:content';
import { apis, isInteractive } from '../config/apis.ts';
import { footerPages, guideGroups } from '../config/sidebars.ts';
import { sectionById, sections, type Section } from '../config/sections.ts';
import { parsePage, type ParsedPage } from '../content/mdx.ts';
import { contract } from '../contract/index.ts';
import { pagePath } from '../shared/page-path.ts';
import { readText } from '../shared/text-file.ts';
import { guidesByOperation, type GuideLink } from './guides.ts';

/** A page for readers. */
interface SitePage {
  href: string;
  title: string;
  section: Section;
  keywords: readonly string[];
  /** The source file. Static reference pages have none. */
  file?: string | undefined;
}

/** Lists the pages for readers in sidebar order, without translations. */
export async function sitePages(): Promise<SitePage[]> {
  const docs = new Map((await getCollection('docs')).map((entry) => [entry.id, entry]));
  const guide = (section: Section) => (slug: string) => {
    const entry = docs.get(slug);
    // While the development server runs, a sidebar may list a page that doesn't exist yet.
    if (!entry) return [];
    const { title, keywords } = entry.data;
    return [{ href: pagePath(slug), title, section, keywords, file: entry.filePath }];
  };
  const api = sectionById('api');
  const reference = apis.flatMap(({ name, page }) => {
    const { title, slug, operations } = contract(name);
    const link = (to: string, text: string) => ({
      href: pagePath(to),
      title: text,
      section: api,
      keywords: [],
    });
    const pagesOfOperations = operations.map((operation) => link(operation.slug, operation.summary));
    return [link(slug, title), ...guide(api)(page), ...pagesOfOperations];
  });
  const written = guideGroups.flatMap(({ section, slugs }) => slugs.flatMap(guide(section)));
  const footer = footerPages.flatMap(guide(sections[0]));
  return [...written, ...reference, ...footer];
}

let guides: Promise<Map<string, GuideLink[]>> | undefined;

/** The guides that mention an operation. Skips the section `main`, whose pages only mention operations. */
export async function guidesOf(id: string): Promise<GuideLink[]> {
  if (import.meta.env.DEV || !guides) guides = findGuides();
  return (await guides).get(id) ?? [];
}

async function findGuides() {
  const written = (await sitePages()).flatMap(({ section, title, href, file }) => {
    // Only MDX has components.
    if (!file?.endsWith('.mdx') || ['main', 'api'].includes(section.id) || isInteractive(href)) return [];
    return { title, href, files: withPartials(file) };
  });
  return guidesByOperation(written);
}

function withPartials(file: string): ParsedPage[] {
  const page = parsePage(file, readText(file));
  return [page, ...page.partials.flatMap(withPartials)];
}
