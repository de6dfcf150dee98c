import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { checkPage, describeNameFaults, type NameFault } from './check.ts';
import { knownNames } from './known.ts';
import { readCode } from './read-code.ts';

const PAGES = 'src/content/{docs,partials}/**/*.{md,mdx}';
const IS_PAGE = /src\/content\/(?:docs|partials)\/.+\.mdx?$/;

/** Checks the inline code of pages and partials: every API name in it must stand in a contract. */
export function nameCheck(): AstroIntegration {
  let root = process.cwd();
  return {
    name: 'name-check',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
      },
      'astro:build:start': ({ logger }) => {
        const files = globSync(PAGES, { cwd: root });
        const { faults, names } = checkFiles(root, files);
        if (faults.length > 0) throw new Error(describeNameFaults(faults));
        logger.info(`${names} names on ${files.length} pages and partials stand in a contract.`);
      },
      'astro:server:setup': ({ server, logger }) => {
        const warn = (files: string[]) => {
          const { faults } = checkFiles(root, files);
          if (faults.length > 0) logger.warn(describeNameFaults(faults));
        };
        warn(globSync(PAGES, { cwd: root }));
        const onPage = (file: string) => {
          const path = relative(root, file).split(sep).join('/');
          if (IS_PAGE.test(path)) warn([path]);
        };
        server.watcher.on('change', onPage);
        server.watcher.on('add', onPage);
      },
    },
  };
}

/**
 * Checks pages in the project's folder.
 *
 * @param files - Paths from there.
 */
export function checkFiles(root: string, files: readonly string[]): { faults: NameFault[]; names: number } {
  const known = knownNames();
  let names = 0;
  const faults = files.toSorted().flatMap((file) => {
    const page = readCode(file.split(sep).join('/'), readFileSync(join(root, file), 'utf8'));
    names += page.marks.length;
    return checkPage(page, known);
  });
  return { faults, names };
}
