import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { selectAll } from 'css-select';
import { parseDocument } from 'htmlparser2';
import { locales } from '../../src/config/locales.ts';
import { writersPages } from '../../src/config/sidebars.ts';
import type { SiteFacts } from '../../src/hosting/site-facts.ts';
import { projectRoot } from './project-copy.ts';

type Document = ReturnType<typeof parseDocument>;

/** An element of a parsed page. */
export type Element = Extract<Document['children'][number], { attribs: object }>;

type Parent = Document | Element;

/** The built site. */
export const dist = join(projectRoot, 'dist');

/** Reads a built file, such as `/sitemap-0.xml`. */
export const builtFile = (path: string): Buffer => readFileSync(join(dist, path));

export const builtText = (path: string): string => builtFile(path).toString();

export const isBuilt = (path: string): boolean => existsSync(join(dist, path));

/** The build's facts for hosts. */
export const facts = JSON.parse(readFileSync(join(projectRoot, 'hosts/site.json'), 'utf8')) as SiteFacts;

/** A page's current path, because writers may move pages that tests refer to. */
export const whereIs = (path: string): string => (facts.redirects[path] ?? path).replace(/#.*/, '');

/** Elements that separate blocks of text. */
const BLOCK = /^(br|p|div|section|pre|summary|[uod]l|li|d[td]|h\d|t[rdh])$/;

/** An element's paragraphs, items, cells, and other blocks as text, without some elements, scripts, and styles. */
export function blocksOf(node: Parent, omitted: ReadonlySet<Element> = new Set()): string[] {
  const blocks = [''];
  const collect = (parent: Parent) => {
    for (const child of parent.children) {
      if (child.type === 'text') blocks.push(blocks.pop() + child.data);
      else if (child.type === 'tag' && !omitted.has(child)) {
        const isBlock = BLOCK.test(child.name);
        if (isBlock) blocks.push('');
        collect(child);
        if (isBlock) blocks.push('');
      }
    }
  };
  collect(node);
  return blocks.map((block) => block.replaceAll(/\s+/g, ' ').trim()).filter((block) => block !== '');
}

/** An element's text with single spaces. */
export const textOf = (node: Parent): string => blocksOf(node).join(' ');

/** The code in an element, for the platform or for the sandbox. */
export const codeOf = (element: Element, isForSandbox = false): string =>
  element.children
    .map((child) => {
      if (child.type === 'text') return child.data;
      if (child.type !== 'tag') return '';
      return (isForSandbox && child.attribs['data-sandbox']) || codeOf(child, isForSandbox);
    })
    .join('');

/** A built page, parsed but not rendered. CSS selectors find its elements. */
export class BuiltPage {
  readonly path: string;
  readonly html: string;
  readonly #document: Document;

  constructor(path: string) {
    this.path = path;
    this.html = builtText(path.endsWith('/') ? `${path}index.html` : path);
    this.#document = parseDocument(this.html);
  }

  all(selector: string, within: Parent = this.#document): Element[] {
    return selectAll<Document['children'][number], Element>(selector, within);
  }

  /** The only matching element. */
  one(selector: string, within?: Parent): Element {
    const [element, ...others] = this.all(selector, within);
    assert.ok(element && others.length === 0, `${this.path} needs exactly one ${selector}.`);
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

/** A built page by path, such as `/webhooks/`. */
export function pageAt(path: string): BuiltPage {
  const page = pages.get(path) ?? new BuiltPage(whereIs(path));
  pages.set(path, page);
  return page;
}

const translated = Object.keys(locales).filter((locale) => locale !== 'root');

/** Reader pages, each of which is in a sidebar: those in the sitemap, in the site's own language. */
export const readersPages: string[] = [...builtText('sitemap-0.xml').matchAll(/<loc>([^<]+)<\/loc>/g)]
  .map(([, location]) => new URL(location!).pathname.slice(facts.base.length))
  .filter((path) => !translated.includes(path.split('/')[1]!));

/** The page for writers, which is in no sidebar or sitemap. */
export const WRITERS_PAGE = `/${writersPages[0]}/`;

/** The paths of all pages: those for readers, and the page for writers. */
export const sitePages: string[] = [...readersPages, WRITERS_PAGE];

/** Fails if pages have errors, and reports all of them. */
export function checkPages(
  paths: readonly string[],
  errorsOf: (page: BuiltPage, path: string) => (string | false | undefined)[],
): void {
  const errors = paths.flatMap((path) =>
    errorsOf(pageAt(path), path)
      .filter((error) => typeof error === 'string')
      .map((error) => `${path}: ${error}`),
  );
  assert.deepEqual(errors, []);
}
