import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { WriterError } from '../../../shared/writer-error.ts';
import { contractReader } from '../../contracts.ts';
import { checkPage, describeNameFaults, type NameFault } from './check.ts';
import {
  checkComponents,
  describeComponentFaults,
  knownComponents,
  type ComponentFault,
} from './components.ts';
import { knownNames } from './known.ts';
import { readCode } from './read-code.ts';

const PAGES = 'src/content/{docs,partials}/**/*.{md,mdx}';
const IS_PAGE = /src\/content\/(?:docs|partials)\/.+\.mdx?$/;

/**
 * Checks the names that pages and partials use: every API name in inline code must stand in a contract, every
 * component must exist and have its attributes, and what these name must exist.
 */
export function contractLint(): AstroIntegration {
  let root = process.cwd();
  return {
    name: 'contract-lint',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
      },
      'astro:build:start': ({ logger }) => {
        const files = globSync(PAGES, { cwd: root });
        const checked = checkFiles(root, files);
        const faults = describe(checked);
        if (faults) throw new WriterError(faults);
        logger.info(`${checked.names} names on ${files.length} pages and partials stand in a contract.`);
      },
      'astro:server:setup': ({ server, logger }) => {
        const warn = (files: string[]) => {
          const faults = describe(checkFiles(root, files));
          if (faults) logger.warn(faults);
        };
        warn(globSync(PAGES, { cwd: root }));
        const onPage = (file: string) => {
          if (file === contractReader) return warn(globSync(PAGES, { cwd: root }));
          const path = relative(root, file).split(sep).join('/');
          if (IS_PAGE.test(path)) warn([path]);
        };
        server.watcher.on('change', onPage);
        server.watcher.on('add', onPage);
      },
    },
  };
}

interface Checked {
  faults: NameFault[];
  componentFaults: ComponentFault[];
  /** How many names were looked up. */
  names: number;
}

/**
 * Checks pages in the project's folder.
 *
 * @param files - Paths from there.
 */
export function checkFiles(root: string, files: readonly string[]): Checked {
  const known = knownNames();
  const components = knownComponents(root);
  const checked: Checked = { faults: [], componentFaults: [], names: 0 };
  for (const path of files.toSorted()) {
    const file = path.split(sep).join('/');
    const source = readFileSync(join(root, path), 'utf8');
    const page = readCode(file, source);
    checked.names += page.marks.length;
    checked.faults.push(...checkPage(page, known));
    if (file.endsWith('.mdx')) checked.componentFaults.push(...checkComponents(file, source, components));
  }
  return checked;
}

/** What is wrong, as a message for writers; nothing when all is well. */
function describe({ faults, componentFaults }: Checked): string {
  return [
    ...(componentFaults.length > 0 ? [describeComponentFaults(componentFaults)] : []),
    ...(faults.length > 0 ? [describeNameFaults(faults)] : []),
  ].join('\n');
}
