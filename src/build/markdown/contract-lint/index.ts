import { globSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { lineOf, MdxError, nodesIn, parsePage, type ParsedPage } from '../../../content/mdx.ts';
import { SOURCE_NAME } from '../../../shared/source-files.ts';
import { readText } from '../../../shared/text-file.ts';
import { WriterError } from '../../../shared/writer-error.ts';
import { contractReader } from '../../contracts.ts';
import { whenChanged } from '../../development-server.ts';
import { allowedNames } from './allowed.ts';
import { knownNames } from './known-names.ts';
import { checkNames, type LintError } from './names.ts';
import { readPageCode } from './page-code.ts';

const COMPONENTS = `src/components/{writers,pages}/${SOURCE_NAME}.astro`;
const PAGES = `src/content/{docs,partials}/**/${SOURCE_NAME}.{md,mdx}`;

/** Checks that each API name that pages and partials have in inline code is in a contract. */
export function contractLint(): AstroIntegration {
  let root = process.cwd();
  const lintSite = () => lintPages(root, globSync(PAGES, { cwd: root }));
  return {
    name: 'contract-lint',
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
 * Checks the names on pages against the contracts and the components.
 *
 * @param files - Paths below the project's folder.
 * @returns How many names were checked, and the errors as a message: file, line, what is wrong, and how to fix it.
 */
export function lintPages(root: string, files: readonly string[]): { names: number; message: string } {
  const known = knownNames();
  const components = globSync(COMPONENTS, { cwd: root }).map((file) => basename(file, '.astro'));
  const vocabulary = new Set([...allowedNames, ...components]);
  let names = 0;
  const lines = files.toSorted().flatMap((path) => {
    const file = path.split(sep).join('/');
    const errors = lint(file, readText(join(root, path)));
    return errors
      .sort((a, b) => a.line - b.line)
      .map((each) => `  ${file}:${each.line}\n    ${each.message}`);
  });
  return { names, message: lines.length > 0 ? describe(lines) : '' };

  function lint(file: string, source: string): LintError[] {
    try {
      const page = parsePage(file, source);
      const code = readPageCode(page);
      names += code.marks.length;
      return [...checkNames(code, known, vocabulary), ...picturesWithoutText(page)];
    } catch (error) {
      if (error instanceof MdxError) return [{ line: error.line, message: error.reason }];
      throw error;
    }
  }
}

function picturesWithoutText({ tree }: ParsedPage): LintError[] {
  return [...nodesIn(tree)].flatMap((node) => {
    if (node.type !== 'image' || node.alt) return [];
    const message = `the picture ${node.url} has no alternative text; describe it between the brackets.`;
    return { line: lineOf(node), message };
  });
}

function describe(errors: readonly string[]): string {
  return [
    `Pages have ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}:`,
    ...errors,
    '  Spell names as the contracts do; other names belong in src/build/markdown/contract-lint/allowed.ts.',
    '  /api/ lists each operation.',
  ].join('\n');
}
