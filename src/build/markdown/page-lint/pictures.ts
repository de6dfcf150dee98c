import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isElement, lineOf, stringAttribute, type ParsedPage } from '../../../content/mdx.ts';
import type { LintError } from './lint-error.ts';

/** The largest picture, in bytes. Readers may be on a phone. */
const LARGEST = 200_000;

/** How the files of each format begin. */
const PNG = /^\x89PNG/;
const JPEG = /^\xff\xd8\xff/;
const FORMATS: Readonly<Record<string, RegExp>> = {
  '.png': PNG,
  '.jpg': JPEG,
  '.jpeg': JPEG,
  '.gif': /^GIF8/,
  '.webp': /^RIFF[^]{4}WEBP/,
  '.avif': /^[^]{4}ftypavif/,
  '.svg': /^[^]*<svg[\s>]/,
};

const IMPORT = /from ['"]([^'"]+\.(?:png|jpe?g|gif|webp|avif|svg))['"]/g;

interface Picture {
  line: number;
  url: string;
  /** What screen readers read. */
  alt: string | undefined;
}

/** Finds pictures without alternative text, too large ones, and files that aren't pictures. */
export function checkPictures(page: ParsedPage, root: string): LintError[] {
  return picturesOf(page).flatMap(({ line, url, alt }) => {
    const messages = [
      ...(alt?.trim() ? [] : [`the picture ${url} has no alternative text; describe what it shows.`]),
      ...fileErrors(url, root),
    ];
    return messages.map((message) => ({ line, message }));
  });
}

function picturesOf({ nodes }: ParsedPage): Picture[] {
  const urls = new Map(
    nodes.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : [])),
  );
  return nodes.flatMap((node): Picture[] => {
    const line = lineOf(node);
    if (node.type === 'image') return [{ line, url: node.url, alt: node.alt ?? undefined }];
    if (node.type === 'imageReference')
      return [{ line, url: urls.get(node.identifier) ?? '', alt: node.alt ?? undefined }];
    if (isElement(node) && node.name === 'img') {
      const { attributes } = node;
      // An expression is as good as a string.
      const alt = attributes.some((each) => 'name' in each && each.name === 'alt' && isObject(each.value))
        ? 'expression'
        : stringAttribute(node, 'alt');
      return [{ line, url: stringAttribute(node, 'src') ?? '', alt }];
    }
    if (node.type === 'mdxjsEsm')
      return [...node.value.matchAll(IMPORT)].map(([, url = '']) => ({ line, url, alt: 'in the element' }));
    return node.type === 'html' ? picturesInHtml(node.value, line) : [];
  });
}

/** The pictures of a piece of HTML, which only pages in Markdown have. */
function picturesInHtml(html: string, line: number): Picture[] {
  return [...html.matchAll(/<img\b[^>]*>/gi)].map(({ 0: tag, index }) => ({
    line: line + html.slice(0, index).split('\n').length - 1,
    url: /\ssrc=["']([^"']*)/i.exec(tag)?.[1] ?? '',
    alt: /\salt=["']([^"']*)/i.exec(tag)?.[1],
  }));
}

/** The link check reports pictures of other sites, and missing files of `public/`. */
function fileErrors(url: string, root: string): string[] {
  if (url === '' || url.startsWith('//') || /^[a-z]+:/i.test(url)) return [];
  if (!url.startsWith('/'))
    return [
      `move the picture ${url} to public/images/ and write its path from there, such as /images/name.png.`,
    ];
  const path = `public${url.replace(/[?#].*/, '')}`;
  const file = join(root, path);
  if (!existsSync(file)) return [];
  const format = FORMATS[extname(path).toLowerCase()];
  if (!format) return [`${path} has no name of a picture; use ${Object.keys(FORMATS).join(', ')}.`];
  const content = readFileSync(file);
  if (!format.test(content.toString('latin1', 0, 4096)))
    return [`${path} isn't a picture in the format ${extname(path)}; save it in that format.`];
  if (content.length <= LARGEST) return [];
  const size = Math.ceil(content.length / 1000);
  return [`${path} has ${size} kB; make it at most ${LARGEST / 1000} kB.`];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
