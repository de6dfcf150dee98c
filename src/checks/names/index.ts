import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { lineOf, parsePage, type ParsedPage } from '../../content/mdx.ts';
import { nearest } from '../../shared/nearest.ts';
import { SOURCE_NAME } from '../../shared/source-files.ts';
import { readText } from '../../shared/text-file.ts';
import { WriterError } from '../../shared/writer-error.ts';
import { contractReader, whenChanged } from '../../contract/integration.ts';
import { knownNames, NAMES_FILE } from './known-names.ts';
import { nameChecker, type LintError } from './names.ts';

const PAGES = `src/content/{docs,partials}/**/${SOURCE_NAME}.{md,mdx}`;
const ASIDES = ['note', 'tip', 'caution', 'danger'];

/** Checks pages and partials: their names against the contracts, and their asides. markdownlint checks other markup. */
export function pageLint(): AstroIntegration {
  let root = process.cwd();
  const lintSite = () => lintPages(root, globSync(PAGES, { cwd: root }));
  return {
    name: 'page-lint',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
      },
      'astro:build:start': ({ logger }) => {
        const { message, names } = lintSite();
        if (message) throw new WriterError(message);
        logger.info(`Checked ${names} names on all pages and partials against the contracts.`);
      },
      'astro:server:setup': ({ server, logger }) => {
        const warn = () => {
          const { message } = lintSite();
          if (message) logger.warn(message);
        };
        warn();
        whenChanged(server, [join(root, 'src/content/'), contractReader], warn);
      },
    },
  };
}

/**
 * Checks the text of pages.
 *
 * @param files - Paths below the project's folder.
 * @returns How many names were checked, and the errors as a message: file, line, what is wrong, and how to fix it.
 */
export function lintPages(root: string, files: readonly string[]): { names: number; message: string } {
  const checkNames = nameChecker(knownNames(root));
  let names = 0;
  const lines = files.toSorted().flatMap((path) => {
    const file = path.split(sep).join('/');
    try {
      const page = parsePage(file, readText(join(root, path)));
      const { errors, count } = checkNames(page);
      names += count;
      return [...errors, ...checkAsides(page), ...checkLeftovers(page)]
        .sort((a, b) => a.line - b.line)
        .map(({ line, message }) => `${file}:${line}: ${message}`);
    } catch (error) {
      if (error instanceof WriterError) return [error.message];
      throw error;
    }
  });
  if (lines.length === 0) return { names, message: '' };
  const help = `Spell names as the contracts do; other names belong in ${NAMES_FILE}.`;
  return { names, message: [`Pages have ${lines.length} errors.`, ...lines, help].join('\n  ') };
}

/** What pastes and merges leave. Nobody sees it on the page, and a command with it fails. */
function checkLeftovers({ source, nodes }: ParsedPage): LintError[] {
  const find = (text: string, first: number, pattern: RegExp, message: string) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? { line: first + index, message } : []));
  const code = nodes.flatMap((node) =>
    node.type === 'code' ? [[node.value, lineOf(node) + 1] as const] : [],
  );
  return [
    ...find(source, 1, /^[<>|]{7} /, 'a merge conflict; keep one side, and delete its marks.'),
    ...find(source, 1, /(?![\u200C\u200D])\p{Cf}/u, 'an invisible character; delete it.'),
    ...find(source, 1, /\b(gh[a-z]_|sk_live_|AKIA)\w{16}/, 'this looks like a secret; write a made-up one.'),
    ...code.flatMap((at) => find(...at, /[\u00A0‘’“”–]/, 'code needs plain spaces, quotes, and hyphens.')),
  ];
}

/** Starlight shows unknown asides as text, and an open one swallows the rest of the page. */
function checkAsides({ source, nodes }: ParsedPage): LintError[] {
  const lines = source.split('\n');
  return nodes.flatMap((node): LintError[] => {
    if (node.type !== 'containerDirective') return [];
    const { name, children, position } = node;
    const end = position!.end.line;
    const isClosed =
      /^[\s>]*:{3,}\s*$/.test(lines[end - 1]!) && (children.at(-1)?.position?.end.line ?? 0) < end;
    const meant = nearest(name, ASIDES) ?? ASIDES.join(', :::');
    const unknown = !ASIDES.includes(name) && `there is no aside \`:::${name}\`; write :::${meant}.`;
    const open =
      !isClosed && `the aside \`:::${name}\` isn't closed; write ::: on a line of its own below it.`;
    return [unknown, open].flatMap((message) => (message ? { line: lineOf(node), message } : []));
  });
}
