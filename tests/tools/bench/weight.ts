/**
 * Computes the weight of a first visit to a page: its HTML and everything that it links, with maximum brotli
 * compression.
 */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { pages } from './pages.ts';
import { kilobytes, printRow } from './print.ts';

/** Bytes after compression, by kind. */
export interface Weight {
  html: number;
  css: number;
  js: number;
  icon: number;
  total: number;
  /** The HTML before compression. */
  rawHtml: number;
}

const weighed = [...pages, { kind: 'overview', address: '/api/consents/', weight: undefined }];

/** Matches static imports of a module, not `import(…)`. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'](\.{0,2}\/[^"']+\.js)["']/g;

/** @param dist - The built site. */
export function printWeights(dist: string): void {
  console.log('\nFirst visit, kB after brotli 11; of the interactive page, its HTML part');
  printRow('', ['HTML', 'CSS', 'JS', 'icon', 'total', 'aim', 'raw HTML'], 9);
  for (const { kind, address, weight } of weighed) {
    const { html, css, js, icon, total, rawHtml } = weigh(dist, address);
    const parts = [html, css, js, icon, total].map(kilobytes);
    printRow(kind, [...parts, weight === undefined ? '' : String(weight), kilobytes(rawHtml)], 9);
  }
}

/** Weighs a page of a built site. */
export function weigh(dist: string, address: string): Weight {
  const file = join(dist, address, 'index.html');
  const html = readFileSync(file, 'utf8');
  const linked = linkedFiles(html);
  const sum = (addresses: Iterable<string>) =>
    [...addresses].reduce((bytes, each) => bytes + compressedSize(readFileSync(join(dist, each))), 0);
  const parts = {
    html: compressedSize(Buffer.from(html)),
    css: sum(linked.css),
    js: sum(withImports(dist, linked.js)),
    icon: sum(linked.icon),
  };
  const total = parts.html + parts.css + parts.js + parts.icon;
  return { ...parts, total, rawHtml: Buffer.byteLength(html) };
}

function compressedSize(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** The styles, scripts and icon that a page loads initially. Islands load later. */
function linkedFiles(html: string) {
  const css = new Set<string>();
  const js = new Set<string>();
  const icon = new Set<string>();
  let inModule = false;
  new Parser({
    onopentag(name, { rel = '', href = '', src, type }) {
      inModule = name === 'script' && type === 'module';
      if (name === 'script' && src) js.add(src);
      if (name !== 'link') return;
      if (rel === 'stylesheet') css.add(href);
      if (rel === 'modulepreload') js.add(href);
      if (rel.split(' ').includes('icon')) icon.add(href);
    },
    ontext(text) {
      if (inModule) for (const [, target] of text.matchAll(STATIC_IMPORT)) js.add(target!);
    },
    onclosetag() {
      inModule = false;
    },
  }).end(html);
  return { css, js, icon };
}

function withImports(dist: string, scripts: ReadonlySet<string>): Set<string> {
  const all = new Set<string>();
  scripts.forEach(function add(address: string) {
    if (all.has(address) || !existsSync(join(dist, address))) return;
    all.add(address);
    const code = readFileSync(join(dist, address), 'utf8');
    for (const [, target] of code.matchAll(STATIC_IMPORT)) add(posix.resolve(dirname(address), target!));
  });
  return all;
}
