import { getCollection } from 'astro:content';
import { apis } from '../config/apis.ts';
import { locales } from '../config/locales.ts';
import { sidebars } from '../config/sidebars.ts';
import { contract } from '../contract/index.ts';
import { buildNavigation, type ApiPages, type Navigation, type Page } from './tree.ts';

let built: Promise<Navigation> | undefined;

/**
 * The navigation of the whole site. A build makes it once; the development server makes it anew for each
 * page, since pages and sidebars change under it.
 *
 * @throws NavigationError see {@link buildNavigation}
 */
export function navigation(): Promise<Navigation> {
  if (import.meta.env.DEV) return build();
  return (built ??= build());
}

async function build(): Promise<Navigation> {
  return buildNavigation(sidebars, await pages(), apis.map(apiPages));
}

/** Languages other than the one at the root have a folder of their own. */
const translated = new RegExp(
  `^(?:${
    Object.keys(locales)
      .filter((key) => key !== 'root')
      .join('|') || '(?!)'
  })/`,
);

/** Every page that a writer wrote, translations and the not-found page apart: no link leads there. */
export async function pages(): Promise<Page[]> {
  const entries = await getCollection('docs', ({ id }) => id !== '404' && !translated.test(id));
  return entries.map(({ id, data, filePath }) => ({
    slug: id,
    title: data.title,
    label: data.sidebar.label ?? data.title,
    section: data.section,
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
