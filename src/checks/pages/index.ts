import { existsSync, globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { contractReader, whenChanged } from '../../contract/integration.ts';
import { checkFileNames } from '../../content/file-names.ts';
import { frontMatterErrors } from '../../content/front-matter.ts';
import { parsePage, type ParsedPage } from '../../content/mdx.ts';
import { SOURCE_NAME } from '../../shared/source-files.ts';
import { readText } from '../../shared/text-file.ts';
import { WriterError } from '../../shared/writer-error.ts';
import { knownNames, NAMES_FILE } from '../names/known-names.ts';
import { nameChecker } from '../names/names.ts';
import { markupErrors } from './markup.ts';
import { sidebarErrors, titleErrors } from './sidebars.ts';
import { sourceLinks } from './source-links.ts';
import { styleErrors } from './style.ts';

const PAGES = `src/content/{docs,partials}/**/${SOURCE_NAME}.{md,mdx}`;

/**
 * Checks pages before they are rendered. A build fails with all errors at once; the development server shows them in the
 * terminal and in the browser, and what linters say about the words of a saved page in the terminal only.
 */
export function pageLint(): AstroIntegration {
  let root = process.cwd();
  let isBuild = false;
  return {
    name: 'page-lint',
    hooks: {
      'astro:config:setup': ({ command }) => {
        isBuild = command === 'build';
      },
      // Before Astro reads the pages: it would stop at the first mistake.
      'astro:config:done': ({ config, logger }) => {
        root = fileURLToPath(config.root);
        if (!isBuild) return;
        const { message, names } = lintPages(root);
        if (message) throw new WriterError(message);
        logger.info(`Checked links on all pages and partials, and ${names} names against the contracts.`);
      },
      'astro:server:setup': ({ server, logger }) => {
        const { hot } = server.environments.client;
        let shown = '';
        const show = () => {
          if (shown) hot.send({ type: 'error', err: { message: shown, stack: '' } });
        };
        const check = () => {
          const { message } = lintPages(root);
          if (message) logger.error(message);
          // Takes the message away, also if the fix is in a file that isn't a page.
          else if (shown) hot.send({ type: 'full-reload' });
          shown = message;
          show();
        };
        check();
        hot.on('connection', show);
        const watched = ['src/content/', 'public/'].map((folder) => join(root, folder));
        whenChanged(server, [...watched, contractReader], async (file) => {
          check();
          if (!/\.mdx?$/.test(file) || !existsSync(file)) return;
          for (const line of await styleErrors([file.slice(root.length)])) logger.warn(line);
        });
      },
    },
  };
}

/** The files of pages and partials, with forward slashes. */
export const pageFiles = (root: string) =>
  globSync(PAGES, { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .sort();

/**
 * Checks the sources of pages: names of files, front matter, sidebars, titles, markup, names, and links.
 *
 * @returns How many names were checked, and the errors as a message: file, line, what is wrong, and how to fix it.
 */
export function lintPages(root: string): { names: number; message: string } {
  const files = pageFiles(root);
  const pages: ParsedPage[] = [];
  const placeOf = (file: string, text: string) => {
    const before = readText(join(root, file)).split(text)[0]!;
    return `${file}:${before.split('\n').length}`;
  };
  const errors: string[] = [];
  const collect = (check: () => unknown) => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof WriterError)) throw error;
      errors.push(error.message);
    }
  };
  collect(() => checkFileNames(root));
  for (const file of files) collect(() => pages.push(parsePage(file, readText(join(root, file)))));
  errors.push(...sidebarErrors(files, placeOf));
  errors.push(...titleErrors(pages));
  const checkNames = nameChecker(knownNames(root));
  const { linkErrors, configErrors } = sourceLinks(root, files, pages);
  let names = 0;
  for (const page of pages) {
    const named = checkNames(page);
    names += named.count;
    const all = [...frontMatterErrors(page), ...markupErrors(page), ...named.errors, ...linkErrors(page)];
    for (const { line, message } of all.sort((a, b) => a.line - b.line))
      errors.push(`${page.file}:${line}: ${message}`);
  }
  errors.push(...configErrors(placeOf));
  if (errors.length === 0) return { names, message: '' };
  const title = `Pages have ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}.`;
  if (errors.some((each) => each.includes('no contract has')))
    errors.push(`Spell names as the contracts do; other names belong in ${NAMES_FILE}.`);
  return { names, message: [title, ...errors].join('\n  ') };
}
