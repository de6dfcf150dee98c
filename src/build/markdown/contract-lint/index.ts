import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { MdxError, parsePage } from '../../../content/mdx.ts';
import { SOURCE_NAME } from '../../../shared/source-files.ts';
import { readText } from '../../../shared/text-file.ts';
import { WriterError } from '../../../shared/writer-error.ts';
import { contractReader } from '../../contracts.ts';
import { whenChanged } from '../../development-server.ts';
import { allowedNames } from './allowed.ts';
import { checkComponents, knownComponents } from './components.ts';
import { knownNames } from './known-names.ts';
import { checkNames } from './names.ts';
import { readPageCode } from './page-code.ts';

const PAGES = `src/content/{docs,partials}/**/${SOURCE_NAME}.{md,mdx}`;

/**
 * Checks what pages and partials say about the contracts: each API name in inline code must be in a contract, each
 * component must exist with the attributes that it's given, and so must the operations and schemas that these identify.
 */
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

/** An error on a page, for its writer. */
export interface LintError {
  line: number;
  message: string;
}

/**
 * Checks pages against the contracts and the components.
 *
 * @param files - Paths below the project's folder.
 * @returns How many names were checked, and the errors as a message: file, line, what is wrong, and how to fix it.
 */
export function lintPages(root: string, files: readonly string[]): { names: number; message: string } {
  const known = knownNames();
  const components = knownComponents(root);
  const vocabulary = new Set([...allowedNames, ...components.keys()]);
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
      return [...checkComponents(page, components), ...checkNames(code, known, vocabulary)];
    } catch (error) {
      if (error instanceof MdxError) return [{ line: error.line, message: error.reason }];
      throw error;
    }
  }
}

function describe(errors: readonly string[]): string {
  return [
    `Pages have ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}:`,
    ...errors,
    '  Spell names as the contracts do; other names belong in src/build/markdown/contract-lint/allowed.ts.',
    '  /markdown-page/ shows each component, /api/ lists each operation.',
  ].join('\n');
}
