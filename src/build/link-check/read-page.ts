import { Parser } from 'htmlparser2';
import { errorFiles } from '../../config/error-pages.ts';

/** A reference from a page to something else. */
export interface Link {
  /** As written on the page. */
  target: string;
  /** `page` for links that a reader follows, `asset` for files that the browser loads by itself. */
  kind: 'page' | 'asset';
  /** Element and attribute, such as `a[href]`. */
  from: string;
}

/** What the link check knows about a built page. */
export interface BuiltPage {
  /** Path of its URL, such as `/webhooks/`. */
  url: string;
  /** File below the built folder. */
  file: string;
  /** True for error pages such as `404.html`, which have no URL of their own. */
  isErrorPage: boolean;
  ids: Set<string>;
  links: Link[];
}

/** The attributes that hold URLs. */
const urlAttributes: Record<string, Record<string, Link['kind']>> = {
  a: { href: 'page' },
  area: { href: 'page' },
  form: { action: 'page' },
  script: { src: 'asset' },
  img: { src: 'asset', srcset: 'asset' },
  source: { src: 'asset', srcset: 'asset' },
  iframe: { src: 'asset' },
  video: { src: 'asset', poster: 'asset' },
  audio: { src: 'asset' },
  object: { data: 'asset' },
  link: { href: 'asset', imagesrcset: 'asset' },
  'astro-island': { 'component-url': 'asset', 'renderer-url': 'asset', 'before-hydration-url': 'asset' },
};

/** Relations of `<link>` that lead to a page and load nothing. */
const PAGE_RELATIONS = /\b(alternate|prev|next)\b/;

/**
 * Reads the IDs and links of a page.
 *
 * @param base - The path that the site is served below, without a slash at its end.
 */
export function readPage(file: string, base: string, html: string): BuiltPage {
  const page: BuiltPage = {
    url: `${base}/${file.replace(/(^|\/)index\.html$/, '$1')}`,
    file,
    isErrorPage: errorFiles.includes(file),
    ids: new Set(),
    links: [],
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (attributes['id']) page.ids.add(attributes['id']);
      if (name === 'a' && attributes['name']) page.ids.add(attributes['name']);
      page.links.push(...linksOf(name, attributes));
    },
  });
  parser.end(html);
  return page;
}

function linksOf(element: string, attributes: Record<string, string>): Link[] {
  const { rel = '' } = attributes;
  // The page's own URL, which error pages don't have.
  if (rel === 'canonical') return [];
  return Object.entries(urlAttributes[element] ?? {}).flatMap(([name, usual]) => {
    const value = attributes[name];
    if (value === undefined) return [];
    const kind = element === 'link' && PAGE_RELATIONS.test(rel) ? 'page' : usual;
    const from = element === 'link' ? `link[rel=${rel}]` : `${element}[${name}]`;
    const targets = name.endsWith('srcset')
      ? value.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? '')
      : [value];
    return targets.map((target) => ({ target, kind, from }));
  });
}
