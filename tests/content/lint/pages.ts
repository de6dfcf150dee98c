/**
 * `npm run lint:pages`: all mistakes on pages that show without a built site. Errors go to stderr, mistakes of style to
 * stdout. `compiled` uses the contracts that a running development server has compiled.
 */

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { lintPages, messageOf } from '../../../src/checks/pages/index.ts';
import { compileContracts } from '../../../src/contract/compile.ts';
import { linkChecker } from './links.ts';
import { markupErrors } from './markup.ts';

/** Finds every error on the pages of a project: what a build refuses, and what it would find out at its end. */
export function checkPages(root: string): { errors: string[]; files: string[] } {
  const { errors, files, pages } = lintPages(root);
  const { onPage, inSettings } = linkChecker(root, files, pages);
  for (const page of pages)
    for (const { line, message } of [...markupErrors(page), ...onPage(page)])
      errors.push(`${page.file}:${line}: ${message}`);
  return { errors: [...errors, ...inSettings()], files };
}

/** What the linters of words and of Markdown say about pages. */
async function styleOf(files: readonly string[]): Promise<string[]> {
  const linters = [
    ['lint:prose', '--'],
    ['lint:markdown', '--', '--no-globs'],
  ];
  const outputs = linters.map(async (linter) => {
    const { stderr } = spawn(process.execPath, ['--run', ...linter, ...files], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return text(stderr!);
  });
  return (await Promise.all(outputs))
    .flatMap((output) => output.split('\n'))
    .filter((line) => line.startsWith('src/content/'));
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  if (process.argv[2] !== 'compiled') await compileContracts();
  const { errors, files } = checkPages(process.cwd());
  const style = await styleOf(files);
  if (errors.length > 0) console.error(messageOf(errors));
  for (const mistake of style) console.log(mistake);
  if (errors.length + style.length > 0) process.exitCode = 1;
}
