import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { close, createIndex } from 'pagefind';
import { sectionAt } from '../config/sidebars.ts';
import { site } from '../config/site.ts';
import { languageTabs } from '../components/tabs/tabs.ts';
import type { Vocabulary } from './find.ts';
import { noticesOf } from '../shared/license-notices.ts';
import type { BuiltPage } from '../shared/read-page.ts';

/** Parts of pages that results exclude: code, the same request in every language, and labels. */
const EXCLUDED_SELECTORS = [
  'pre',
  'figcaption',
  '.all-lines',
  '.powershell',
  '.method',
  '.endpoint',
  '.object',
  '.field .type',
  '.field .required',
  '.field .limits',
  '.fields summary',
  'summary[data-markdown-ignore]',
  '.facts',
  `starlight-tabs[data-sync-key="${languageTabs}"]`,
  '[role=radiogroup]',
  '[aria-hidden=true]',
  'noscript',
  'thead',
];

/** Pagefind's own interfaces and worker, which the site doesn't use. */
const UNUSED_FILES = /^pagefind-.*\.(js|css)$/;

/**
 * Writes the search index and the contract names, and returns the number of pages. Starlight's `pagefind` option can't
 * exclude parts of pages, and Pagefind's process may exit before its files are complete.
 */
export async function writeSearchIndex(folder: string, pages: readonly BuiltPage[], vocabulary: Vocabulary) {
  const { index } = checked(await createIndex({ excludeSelectors: EXCLUDED_SELECTORS }));
  const included = pages.filter(({ main }) => main.includes('data-pagefind-body'));
  for (const { file, main, searchFacts, facts } of included) {
    const { label } = sectionAt(`/${file}`);
    const description = facts.description.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const head =
      `${searchFacts}<meta data-pagefind-meta="description[content]" content="${description}">` +
      `<meta data-pagefind-meta="section[content]" data-pagefind-filter="section[content]" content="${label}">`;
    const url = `/${file.replace(/index\.html$/, '')}`;
    const lang = site.language.code;
    const content = `<html lang="${lang}"><head>${head}</head><body>${readable(main)}</body></html>`;
    checked(await index!.addHTMLFile({ sourcePath: `${lang}/${file}`, url, content }));
  }
  const { files } = checked(await index!.getFiles());
  const used = files.filter(({ path }) => !UNUSED_FILES.test(path));
  for (const { path, content } of [...used, { path: 'terms.json', content: JSON.stringify(vocabulary) }]) {
    const file = join(folder, 'pagefind', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  // Vite has listed the packages in the other scripts.
  const notices = noticesOf([fileURLToPath(import.meta.resolve('pagefind'))]);
  appendFileSync(join(folder, 'licenses.txt'), `\n${notices}`);
  await close();
  return included.length;
}

/** Puts a colon after a row's first cell and a field's name, so that excerpts read as text. Drops labels and "none". */
function readable(main: string): string {
  return main
    .replaceAll(/\s*<a [^>]*class="assumed.*?<\/a>|<td>none<\/td>/g, '')
    .replaceAll(
      /(<tr[^>]*>\s*<td.*?)(\?)?<\/td>(?=\s*<td)/gs,
      (_, cell: string, end = ':') => `${cell}${end}</td>`,
    )
    .replaceAll(/(<dt[^>]*><a class="anchor.*?)<\/a>/gs, '$1:</a> ');
}

function checked<Response extends { errors: string[] }>(response: Response): Response {
  if (response.errors.length > 0)
    throw new Error(`Pagefind couldn't create the search index:\n${response.errors.join('\n')}`);
  return response;
}
