import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { selectAll } from 'css-select';
import { parseDocument } from 'htmlparser2';
import { projectRoot } from './project-copy.ts';

type Document = ReturnType<typeof parseDocument>;

/** An element of a parsed page. */
export type Element = Extract<Document['children'][number], { attribs: object }>;

type Parent = Document | Element;

const dist = join(projectRoot, 'dist');

/** Reads a file of the built site, such as `/sitemap-0.xml`. */
export const builtFile = (path: string): Buffer => readFileSync(join(dist, path));

/** Whether the built site has a file. */
export const isBuilt = (path: string): boolean => existsSync(join(dist, path));

/** Elements that separate words. */
const BLOCK = /^(br|p|div|section|pre|summary|[uod]l|li|d[td]|h\d|t[rdh])$/;

/** The text of an element with single spaces, without scripts and styles. */
export function textOf(node: Parent): string {
  const parts: string[] = [];
  const collect = (parent: Parent) => {
    for (const child of parent.children) {
      if (child.type === 'text') parts.push(child.data);
      else if (child.type === 'tag') {
        if (BLOCK.test(child.name)) parts.push(' ');
        collect(child);
        if (BLOCK.test(child.name)) parts.push(' ');
      }
    }
  };
  collect(node);
  return parts.join('').replaceAll(/\s+/g, ' ').trim();
}

/** A page of the built site, parsed but not rendered: CSS selectors find its elements. */
export class BuiltPage {
  readonly path: string;
  readonly html: string;
  readonly #document: Document;

  constructor(path: string) {
    this.path = path;
    this.html = builtFile(path.endsWith('/') ? `${path}index.html` : path).toString();
    this.#document = parseDocument(this.html);
  }

  all(selector: string, within: Parent = this.#document): Element[] {
    return selectAll<Document['children'][number], Element>(selector, within);
  }

  /** The only element that matches. */
  one(selector: string, within?: Parent): Element {
    const [element, ...others] = this.all(selector, within);
    assert.ok(
      element && others.length === 0,
      `${this.path} has ${others.length + (element ? 1 : 0)} ${selector}`,
    );
    return element;
  }

  texts(selector: string, within?: Parent): string[] {
    return this.all(selector, within).map(textOf);
  }

  attributes(selector: string, name: string, within?: Parent): (string | undefined)[] {
    return this.all(selector, within).map(({ attribs }) => attribs[name]);
  }
}

const pages = new Map<string, BuiltPage>();

/** A page of the built site by its path, such as `/webhooks/`. */
export function pageAt(path: string): BuiltPage {
  const page = pages.get(path) ?? new BuiltPage(path);
  pages.set(path, page);
  return page;
}

/** Pages for readers, each of which has a place in a sidebar: those in the sitemap. */
export const readersPages: string[] = [
  ...builtFile('sitemap-0.xml')
    .toString()
    .matchAll(/<loc>([^<]+)<\/loc>/g),
].map(([, location]) => new URL(location!).pathname);

/** The page for writers, which no sidebar and no sitemap has. */
export const WRITERS_PAGE = '/markdown-page/';

/** Paths of all pages. */
export const sitePages: string[] = [...readersPages, WRITERS_PAGE];

/** What scripts import as soon as they run, as a path or beside themselves. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g;

/** Paths of the styles, scripts and icon that a first visit to a page loads, besides its HTML. */
export function filesOf(page: BuiltPage): string[] {
  const scripts = [
    ...page.attributes('script[src]', 'src'),
    ...page.attributes('link[rel=modulepreload]', 'href'),
  ];
  const files = new Set([
    ...page.attributes('link[rel=stylesheet]', 'href'),
    ...page.attributes('link[rel~=icon][type="image/svg+xml"]', 'href'),
    ...scripts,
  ] as string[]);
  for (const file of files) {
    if (!file.endsWith('.js')) continue;
    for (const [, imported] of builtFile(file).toString().matchAll(STATIC_IMPORT))
      files.add(new URL(imported!, `file://${file}`).pathname);
  }
  return [...files].toSorted();
}
