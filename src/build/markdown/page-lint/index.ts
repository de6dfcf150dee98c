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
import { codeChecker } from './code-names.ts';
import { checkComponents, readProps } from './components.ts';
import { checkImports } from './imports.ts';
import { knownNames } from './known-names.ts';
import type { LintError } from './lint-error.ts';
import { checkMarkup } from './markup.ts';
import { checkNames } from './names.ts';
import { readPageCode } from './page-code.ts';
import { checkPictures } from './pictures.ts';
import { checkStructure } from './structure.ts';
import { Unused } from './unused.ts';
import { NAMES_FILE, vocabulary } from './vocabulary.ts';

const COMPONENTS = `src/components/{writers,pages}/${SOURCE_NAME}.astro`;
const PAGES = `src/content/{docs,partials}/**/${SOURCE_NAME}.{md,mdx}`;

/** Checks the text of pages and partials: structure, pictures, and names against the contracts. */
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
 * Checks the text of pages: its structure, pictures, links, and components, and its names against the contracts.
 *
 * @param files - Paths below the project's folder.
 * @returns How many names were checked, and the errors as a message: file, line, what is wrong, and how to fix it.
 */
export function lintPages(root: string, files: readonly string[]): { names: number; message: string } {
  const known = knownNames();
  const props = readProps(root, COMPONENTS);
  const allowed = new Set([...vocabulary(root), ...props.keys()]);
  const checkCode = codeChecker(known, allowed);
  const unused = new Unused(root, known.words);
  let names = 0;
  const lines = files.toSorted().flatMap((path) => {
    const file = path.split(sep).join('/');
    const errors = lint(file, readText(join(root, path)));
    return errors
      .sort((a, b) => a.line - b.line)
      .map((each) => `  ${file}:${each.line}\n    ${each.message}`);
  });
  lines.push(...unused.errors().map(({ file, line, message }) => `  ${file}:${line}\n    ${message}`));
  return { names, message: lines.length > 0 ? describe(lines) : '' };

  function lint(file: string, source: string): LintError[] {
    try {
      const page = parsePage(file, source);
      const code = readPageCode(page);
      names += code.marks.length;
      unused.add(page);
      return [
        ...checkNames(code, known, allowed),
        ...checkCode(page),
        ...checkStructure(page),
        ...checkComponents(page, props),
        ...checkImports(page, props, root),
        ...checkMarkup(page),
        ...checkPictures(page, root),
      ];
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
    ...(errors.some((error) => error.includes('\n    no contract has `'))
      ? [
          `  Spell names as the contracts do; other names belong in ${NAMES_FILE}.`,
          '  /api/ lists each operation.',
        ]
      : []),
  ].join('\n');
}
