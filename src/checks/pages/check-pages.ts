import { lintPages } from './index.ts';
import { linkChecker } from './links.ts';
import { markupErrors } from './markup.ts';

/** Finds every error on a project's pages: those that stop a build at its start or at its end. */
export function checkPages(root: string): { errors: string[]; files: string[] } {
  const { errors, files, pages } = lintPages(root);
  const { onPage, inSettings, ofReaders } = linkChecker(root, files, pages);
  for (const page of pages)
    for (const { line, message } of [...markupErrors(page), ...onPage(page)])
      errors.push(`${page.file}:${line}: ${message}`);
  return { errors: [...errors, ...inSettings(), ...ofReaders()], files };
}
