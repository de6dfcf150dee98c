import { readFile, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Parser } from 'htmlparser2';

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
  canonical: string | undefined;
  /** True for the not-found page, which stands for no address. */
  notFound: boolean;
  ids: Set<string>;
  links: Link[];
}

/** Everything that the link check needs to know of a built site. */
export interface BuiltSite {
  base: string;
  pages: BuiltPage[];
  /** Addresses of all files, such as `/favicon.svg`. */
  files: Set<string>;
}

const assetAttributes: Record<string, readonly string[]> = {
  script: ['src'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  iframe: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  'astro-island': ['component-url', 'renderer-url', 'before-hydration-url'],
};

/** Relations of `<link>` that name this page or another one and load nothing. */
const NAMING_RELATIONS = /\b(canonical|alternate|prev|next)\b/;

/** Reads the built pages and the list of files below a folder. */
export async function readSite(folder: string, base = '/'): Promise<BuiltSite> {
  const prefix = base.replace(/\/$/, '');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/').replace(/^\//, ''),
    );
  const pages: BuiltPage[] = [];
  for (const file of files.filter((name) => name.endsWith('.html')).sort()) {
    pages.push(readPage(file, prefix, await readFile(join(folder, file), 'utf8')));
  }
  return { base: prefix, pages, files: new Set(files.map((file) => `${prefix}/${file}`)) };
}

/** Reads one page: its ids, its links and what it says of itself. */
export function readPage(file: string, prefix: string, html: string): BuiltPage {
  const page: BuiltPage = {
    address: `${prefix}/${file.replace(/(^|\/)index\.html$/, '$1')}`,
    file,
    title: '',
    canonical: undefined,
    notFound: file === '404.html',
    ids: new Set(),
    links: [],
  };
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      inTitle = name === 'title' && page.title === '';
      if (attributes['id']) page.ids.add(attributes['id']);
      if (name === 'a' && attributes['name']) page.ids.add(attributes['name']);
      if (name === 'a' && attributes['href'] !== undefined) {
        page.links.push({ target: attributes['href'], kind: 'page', from: 'a[href]' });
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
  else if (NAMING_RELATIONS.test(rel))
    page.links.push({ target: href, kind: 'page', from: `link[rel=${rel}]` });
  else page.links.push({ target: href, kind: 'asset', from: `link[rel=${rel}]` });
}

function targetsOf(attribute: string, value: string | undefined): string[] {
  if (!value) return [];
  if (attribute !== 'srcset') return [value];
  return value.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? '');
}
