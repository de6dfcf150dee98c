import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles, projectRoot } from './project-copy.ts';

/** A source file of the project. */
export interface SourceFile {
  /** Relative to the root, with `/` on every system. */
  path: string;
  text: string;
}

/** Returns all files below a folder with one of the extensions, such as `.ts`. */
export function sourceFiles(folder: string, endings: readonly string[]): SourceFile[] {
  return projectFiles()
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.startsWith(`${folder}/`) && endings.some((ending) => file.endsWith(ending)))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));
}

/** Returns the source without comments, and for pages without code blocks. */
export function withoutComments({ path, text }: SourceFile): string {
  const shown = /\.mdx?$/.test(path) ? text.replaceAll(/^(`{3,}|~{3,})[^]*?^\1/gm, '') : text;
  return shown.replaceAll(/\/\*[^]*?\*\/|<!--[^]*?-->/g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '$1');
}
