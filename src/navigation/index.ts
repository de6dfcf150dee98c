import { getCollection } from 'astro:content';
import { apis, isInteractive } from '../config/apis.ts';
import { footerPages, guides as guidesBySection } from '../config/sidebars.ts';
import { sections, type Section } from '../config/sections.ts';
import { checkFileNames } from '../content/file-names.ts';
import { parsePage, type ParsedPage } from '../content/mdx.ts';
import { contract } from '../contract/index.ts';
import { pagePath } from '../shared/page-path.ts';
import { readText } from '../shared/text-file.ts';
import { WriterError } from '../shared/writer-error.ts';
import { guidesByOperation, type GuideLink } from './guides.ts';

/** A page for readers. */
export interface SitePage {
  href: string;
  title: string;
  section: Section;
  keywords: readonly string[];
  /** Source file; absent for pages of the static reference. */
  file?: string | undefined;
}

/**
 * Lists the pages for readers in the order of the sidebars, without translations.
 *
 * @throws WriterError if two pages have the same title, or if a file would be on no page.
 */
export async function pages(): Promise<SitePage[]> {
  checkFileNames();
  const docs = new Map((await getCollection('docs')).map((entry) => [entry.id, entry]));
  const guide = (section: Section) => (slug: string) => {
    const { data, filePath } = docs.get(slug)!;
    return { href: pagePath(slug), title: data.title, section, keywords: data.keywords, file: filePath };
  };
  const api = sections.find(({ id }) => id === 'api')!;
  const reference = apis.flatMap(({ name, page }) => {
    const { title, slug, operations } = contract(name);
    const link = (to: string, text: string) => ({
      href: pagePath(to),
      title: text,
      section: api,
      keywords: [],
    });
    return [link(slug, title), guide(api)(page), ...operations.map((each) => link(each.slug, each.summary))];
  });
  const written = guidesBySection.flatMap(({ section, slugs }) => slugs.map(guide(section)));
  const footer = footerPages.map(guide(sections[0]));
  checkTitles([...written, ...footer]);
  return [...written, ...reference, ...footer];
}

function checkTitles(written: readonly SitePage[]): void {
  for (const [title, [page, other]] of Map.groupBy(written, (each) => each.title.toLowerCase()))
    if (other)
      throw new WriterError(
        `${other.file}: "${title}" is also the title of ${page!.file}.\n  Fix: give each page its own title; "sidebar.label" may stay short.`,
      );
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
  const written = (await pages()).filter(
    ({ section, href, file }) =>
      // Only MDX has components.
      !['main', 'api'].includes(section.id) && !isInteractive(href) && file?.endsWith('.mdx'),
  );
  return guidesByOperation(
    written.map(({ title, href, file }) => ({ title, href, files: withPartials(file!) })),
  );
}

/** Parses a page and the partials that it imports. */
function withPartials(file: string): ParsedPage[] {
  const page = parsePage(file, readText(file));
  return [page, ...page.partials.flatMap(withPartials)];
}
