import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import { errorPages } from '../config/error-pages.ts';
import { withoutIndex } from './page-path.ts';
import { linksInStyleAttribute, linksInStyles } from './links-in-styles.ts';

/** A URL on a page, as written. */
export interface Link {
  target: string;
  /**
   * `page` for links that readers follow, `asset` for files that the browser loads automatically, `frame` for files or
   * pages that it shows inside the page.
   */
  kind: 'page' | 'asset' | 'frame';
}

/** A built page, parsed once for all output steps. */
export interface BuiltPage {
  url: string;
  file: string;
  /** True for error pages such as `404.html`, which have no URL of their own. */
  isErrorPage: boolean;
  language: string;
  ids: Set<string>;
  links: Link[];
  /** Hashes of the inline scripts and styles. */
  inline: { scripts: string[]; styles: string[] };
  /** The HTML of `<main>`. */
  main: string;
  /** The HTML of the elements outside `<main>` that Pagefind reads. */
  searchFacts: string;
  /** Facts from the page's head and footer. A missing fact is an empty string. `changed` is a date-time. */
  facts: Record<'title' | 'description' | 'canonical' | 'changed', string>;
}

/** Attributes with URLs. */
const urlAttributes: Record<string, readonly string[]> = {
  a: ['href', 'xlink:href'],
  area: ['href'],
  audio: ['src'],
  embed: ['src'],
  form: ['action'],
  iframe: ['src'],
  image: ['href'],
  img: ['src', 'srcset'],
  input: ['src'],
  link: ['href', 'imagesrcset'],
  object: ['data'],
  script: ['src'],
  source: ['src', 'srcset'],
  track: ['src'],
  use: ['href', 'xlink:href'],
  video: ['src', 'poster'],
};

/** Elements of each kind. All others load assets. */
const PAGE_ELEMENTS = ['a', 'area', 'form'];
const FRAME_ELEMENTS = ['embed', 'iframe', 'object'];

/** `<link>` relations that point to a page and load nothing. */
const PAGE_RELATIONS = ['alternate', 'describedby', 'prev', 'next'];

/** Script types that a Content-Security-Policy applies to. Scripts of all other types contain data. */
const SCRIPT_TYPES = ['', 'module', 'text/javascript', 'speculationrules'];

/** Copies a part of a page, because a slice would keep the whole page in memory. */
const copyOf = (text: string) => Buffer.from(text).toString();

/** Parses a page. The base path has no trailing slash, and the file is below the built folder. */
export function readPage(base: string, file: string, html: string): BuiltPage {
  const page: BuiltPage = {
    url: `${base}/${withoutIndex(file)}`,
    file,
    isErrorPage: errorPages.includes(file.replace('.html', '')),
    language: '',
    ids: new Set(),
    links: [],
    inline: { scripts: [], styles: [] },
    main: '',
    searchFacts: '',
    facts: { title: '', description: '', canonical: '', changed: '' },
  };
  const { ids, links, inline } = page;
  let code: { tag: string; text: string; hashes: string[] } | undefined;
  let mainStart: number | undefined;
  const parser = new Parser({
    onopentag(tag, attributes) {
      const { id, src, type = '' } = attributes;
      if (id) ids.add(copyOf(id));
      if (tag === 'a' && attributes['name']) ids.add(copyOf(attributes['name']));
      if (tag === 'html') page.language = attributes['lang'] ?? '';
      if (tag === 'main') mainStart = parser.startIndex;
      if (tag === 'script' && src === undefined && SCRIPT_TYPES.includes(type.toLowerCase()))
        code = { tag, text: '', hashes: inline.scripts };
      if (tag === 'style') code = { tag, text: '', hashes: inline.styles };
      readFact(tag, attributes, page.facts);
      if (mainStart === undefined && 'data-pagefind-meta' in attributes)
        page.searchFacts += copyOf(html.slice(parser.startIndex, parser.endIndex + 1));
      links.push(...linksOf(tag, attributes));
    },
    ontext(text) {
      if (code) code.text += text;
    },
    onclosetag(tag) {
      if (tag === 'main') page.main = copyOf(html.slice(mainStart, parser.endIndex + 1));
      if (code?.tag === 'style') links.push(...linksInStyles(code.text));
      code?.hashes.push(`sha256-${createHash('sha256').update(code.text).digest('base64')}`);
      code = undefined;
    },
  });
  parser.end(html);
  return page;
}

function readFact(tag: string, attributes: Record<string, string>, facts: BuiltPage['facts']): void {
  const { property, name, rel, content = '', href = '', datetime = '' } = attributes;
  if (property === 'og:title') facts.title = copyOf(content);
  if (tag === 'meta' && name === 'description') facts.description = copyOf(content);
  if (rel === 'canonical') facts.canonical = copyOf(href);
  if (tag === 'time' && facts.changed === '') facts.changed = copyOf(datetime);
}

function linksOf(element: string, attributes: Record<string, string>): Link[] {
  const { rel = '', style = '', content = '' } = attributes;
  // Skip the canonical URL, which is the page's own. Error pages have no URL of their own.
  if (rel === 'canonical') return [];
  const links = linksInStyleAttribute(style);
  if (attributes['property'] === 'og:image') links.push({ target: content, kind: 'asset' });
  const [, moved] = attributes['http-equiv'] === 'refresh' ? content.split('url=') : [];
  if (moved !== undefined) links.push({ target: moved, kind: 'page' });
  const kind = kindOf(element, rel);
  for (const name of urlAttributes[element] ?? []) {
    const value = attributes[name];
    if (value === undefined) continue;
    const isList = name.endsWith('srcset');
    const targets = isList ? value.split(',').flatMap((source) => source.trim().split(' ', 1)) : [value];
    links.push(...targets.map((target) => ({ target: copyOf(target), kind })));
  }
  return links;
}

function kindOf(element: string, rel: string): Link['kind'] {
  if (FRAME_ELEMENTS.includes(element)) return 'frame';
  return PAGE_ELEMENTS.includes(element) || PAGE_RELATIONS.some((name) => rel.split(' ').includes(name))
    ? 'page'
    : 'asset';
}
