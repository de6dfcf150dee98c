import { spawn, type ChildProcess } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import type { AstroIntegration } from 'astro';
import { contractReader, whenChanged } from '../../contract/integration.ts';
import { frontMatterErrors } from '../../content/front-matter.ts';
import { lineOf, parsePage, type LintError, type ParsedPage } from '../../content/mdx.ts';
import { nearest } from '../../shared/nearest.ts';
import { slugOf } from '../../shared/page-path.ts';
import { readText } from '../../shared/text-file.ts';
import { WriterError } from '../../shared/writer-error.ts';
import { knownNames, NAMES_FILE } from '../names/known-names.ts';
import { nameChecker } from '../names/names.ts';
import { componentChecker } from './components.ts';
import { linkChecker } from './links.ts';
import { markupErrors } from './markup.ts';
import { pastedErrors } from './pasted.ts';
import { sidebarErrors, titleErrors } from './sidebars.ts';

const PAGES = 'src/content/{docs,partials}/**/[^_]*.{md,mdx}';
const ASIDES = ['note', 'tip', 'caution', 'danger'];

/** Changes to these files restart the development server. */
const READ_AT_START = ['src/config/*.ts', 'src/glossary/glossary.yaml'];

/** Checks pages. Errors fail a build. The development server shows them in the browser and the terminal. */
export function pageLint(): AstroIntegration {
  const root = process.cwd();
  let hasRestarted = false;
  return {
    name: 'page-lint',
    hooks: {
      // Check before Astro reads the pages, because Astro stops at the first mistake.
      'astro:config:setup': ({ command, isRestart, addWatchFile, logger }) => {
        hasRestarted = isRestart;
        for (const file of globSync(READ_AT_START)) addWatchFile(resolve(file));
        if (command !== 'build') return;
        const { errors, names } = lintPages(root);
        if (errors.length > 0) throw new WriterError(errorSummary(errors));
        logger.info(`Checked ${names} names on all pages and partials against the contracts.`);
      },
      'astro:server:setup': ({ server, logger, refreshContent }) => {
        const { hot } = server.environments.client;
        const content = 'src/content';
        // After a restart, Astro listens to the closed watcher: https://github.com/withastro/astro/issues/12976
        const refresh = () => hasRestarted && refreshContent?.({});
        void refresh();
        whenChanged(server, [content], refresh);
        let message = '';
        let isShown = false;
        const show = () => {
          if (!message) return;
          hot.send({ type: 'error', err: { message, stack: '' } });
          isShown = true;
        };
        let latest: ChildProcess | undefined;
        const check = async (...files: string[]) => {
          latest?.kill();
          // A page that loads now must not show old errors, which may be fixed.
          message = '';
          const child = spawn(process.execPath, ['--run', 'lint:pages', '--', 'compiled', ...files]);
          latest = child;
          const [style, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
          if (child !== latest) return;
          message = errors;
          if (style) logger.warn(style);
          if (errors) logger.error(errors);
          // Reload to remove the message, even if the fix was in a file that isn't a page.
          else if (isShown) hot.send({ type: 'full-reload' });
          isShown = false;
          show();
        };
        void check();
        hot.on('vite:client:connect', show);
        whenChanged(server, [content, 'public', contractReader], (file) =>
          check(relative(root, file).split(sep).join('/')),
        );
      },
    },
  };
}

/** Checks page sources and counts their names. Each error includes file, line, problem, and fix. */
export function lintPages(root: string) {
  const errors: string[] = [];
  const pages: ParsedPage[] = [];
  const collect = (check: () => unknown) => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof WriterError)) throw error;
      errors.push(error.message);
    }
  };
  const files = globSync(PAGES, { cwd: root }).map((file) => file.split(sep).join('/'));
  for (const file of files.sort()) {
    const source = readText(join(root, file));
    const pasted = pastedErrors(source);
    errors.push(...pasted.map(({ line, message }) => `${file}:${line}: ${message}`));
    // These can make MDX invalid, and the parser's error would hide the cause.
    if (!pasted.some(({ message }) => /conflict|attribute/.test(message)))
      collect(() => pages.push(parsePage(file, source)));
  }
  // Starlight reads hidden files, which some systems create beside each file that they copy.
  const hidden = globSync('src/content/docs/**/.*.{md,mdx}', { cwd: root });
  errors.push(...hidden.map((file) => `${file}: delete this hidden file, or Starlight makes it a page.`));
  const unreadable = files.filter((file) => !/^[a-z0-9/-]+\.mdx?$/.test(file));
  errors.push(
    ...unreadable.map((file) => `${file}: name the file with lowercase letters, digits, and hyphens.`),
  );
  errors.push(...duplicateErrors(files), ...sidebarErrors(root, files), ...titleErrors(pages));
  const checkNames = nameChecker(knownNames(root));
  const checkComponents = componentChecker(root);
  let names = 0;
  for (const page of pages) {
    const { errors: inNames, count } = checkNames(page);
    names += count;
    const onPage = [...frontMatterErrors(page), ...inNames, ...checkComponents(page), ...asideErrors(page)];
    errors.push(...onPage.map(({ line, message }) => `${page.file}:${line}: ${message}`));
  }
  return { errors, files, pages, names };
}

/** Finds every error on a project's pages: those that stop a build at its start or at its end. */
export function checkPages(root: string): { errors: string[]; files: string[] } {
  const { errors, files, pages } = lintPages(root);
  const { pageErrors, settingsErrors, anchorErrors } = linkChecker(root, files, pages);
  for (const page of pages)
    for (const { line, message } of [...markupErrors(page), ...pageErrors(page)])
      errors.push(`${page.file}:${line}: ${message}`);
  return { errors: [...errors, ...settingsErrors(), ...anchorErrors()], files };
}

/** Finds files for the same page, such as `events.mdx` and `events/index.mdx`. */
function duplicateErrors(files: readonly string[]): string[] {
  const pages = files.filter((file) => slugOf(file) !== undefined);
  return [...Map.groupBy(pages, slugOf).values()].flatMap(([first, ...others]) =>
    others.map((file) => `${file}: ${first} is the same page; delete or rename one of them.`),
  );
}

/** The message that lists all errors on pages. */
export function errorSummary(errors: readonly string[]): string {
  const count = `${errors.length} ${errors.length === 1 ? 'error' : 'errors'}`;
  const hasNames = errors.some((error) => error.includes('no contract has'));
  const help = hasNames ? [`Spell names as the contracts do; other names belong in ${NAMES_FILE}.`] : [];
  return [`Pages have ${count}.`, ...errors, ...help].join('\n  ');
}

/** Finds unknown asides, which Starlight shows as text, and unclosed asides, which swallow the rest of the page. */
function asideErrors({ source, nodes }: ParsedPage): LintError[] {
  const lines = source.split('\n');
  return nodes.flatMap((node): LintError[] => {
    if (node.type !== 'containerDirective') return [];
    const { name, children, position } = node;
    const end = position?.end.line ?? 0;
    const lastLine = lines[end - 1]?.replaceAll('>', '').trim() ?? '';
    const isFence = lastLine.length >= 3 && lastLine === ':'.repeat(lastLine.length);
    const isClosed = isFence && (children.at(-1)?.position?.end.line ?? 0) < end;
    const meant = nearest(name, ASIDES) ?? ASIDES.join(', :::');
    const unknown = !ASIDES.includes(name) && `unknown aside \`:::${name}\`; write :::${meant}.`;
    const open = !isClosed && `the aside \`:::${name}\` isn't closed; write ::: on its own line below it.`;
    return [unknown, open].flatMap((message) => (message ? { line: lineOf(node), message } : []));
  });
}
