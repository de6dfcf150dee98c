import { Parser } from 'htmlparser2';
import { errorFiles } from '../../../config/error-pages.ts';

/** A reference from a page to something else. */
export interface Link {
  /** As the page has it. */
  target: string;
  /** `page` for links that a reader follows, `asset` for what the browser loads by itself. */
  kind: 'page' | 'asset';
  /** Element and attribute, such as `a[href]`. */
  from: string;
}

export interface BuiltPage {
  /** Address of the page, such as `/webhooks/`. */
  address: string;
  /** File below the built folder. */
  file: string;
  title: string;
  /** Language of the page. */
  lang: string;
  canonical: string | undefined;
  /** True for the pages of errors, which stand for no address. */
  errorPage: boolean;
  ids: Set<string>;
  links: Link[];
  /** Links of its sidebar: one list for all pages of a section. */
  sidebarLinks: readonly Link[];
}

/** Everything that the link check needs to know of a built site. */
export interface BuiltSite {
  base: string;
  pages: BuiltPage[];
  /** Addresses of all files, such as `/favicon.svg`. */
  files: Set<string>;
  /** Texts of the stylesheets, by their addresses. */
  sheets?: Map<string, string>;
}

const assetAttributes: Record<string, readonly string[]> = {
  script: ['src'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  iframe: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  object: ['data'],
  link: ['imagesrcset'],
  'astro-island': ['component-url', 'renderer-url', 'before-hydration-url'],
};

/** Attributes that lead a reader to another page. */
const pageAttributes: Record<string, readonly string[]> = { a: ['href'], area: ['href'], form: ['action'] };

/** Relations of `<link>` that name this page or another one and load nothing. */
const NAMING_RELATIONS = /\b(canonical|alternate|prev|next)\b/;

/** Reads one page: its ids, its links and what it says of itself. */
export function readPage(file: string, prefix: string, html: string): BuiltPage {
  const page: BuiltPage = {
    address: `${prefix}/${file.replace(/(^|\/)index\.html$/, '$1')}`,
    file,
    title: '',
    lang: '',
    canonical: undefined,
    errorPage: errorFiles.includes(file),
    ids: new Set(),
    links: [],
    sidebarLinks: [],
  };
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'html') page.lang = attributes['lang'] ?? '';
      inTitle = name === 'title' && page.title === '';
      if (attributes['id']) page.ids.add(attributes['id']);
      if (name === 'a' && attributes['name']) page.ids.add(attributes['name']);
      for (const attribute of pageAttributes[name] ?? []) {
        const target = attributes[attribute];
        if (target !== undefined) page.links.push({ target, kind: 'page', from: `${name}[${attribute}]` });
      }
      if (name === 'link') readLinkElement(page, attributes);
      for (const attribute of assetAttributes[name] ?? []) {
        for (const target of targetsOf(attribute, attributes[attribute])) {
          page.links.push({ target, kind: 'asset', from: `${name}[${attribute}]` });
        }
      }
    },
    ontext(text) {
      if (inTitle) page.title += text;
    },
    onclosetag() {
      inTitle = false;
    },
  });
  parser.end(html);
  return page;
}

function readLinkElement(page: BuiltPage, { rel = '', href }: Record<string, string>) {
  if (href === undefined) return;
  if (rel === 'canonical') page.canonical = href;
  else {
    const kind = NAMING_RELATIONS.test(rel) ? 'page' : 'asset';
    page.links.push({ target: href, kind, from: `link[rel=${rel}]` });
  }
}

function targetsOf(attribute: string, value: string | undefined): string[] {
  if (!value) return [];
  if (!attribute.endsWith('srcset')) return [value];
  return value.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? '');
}
