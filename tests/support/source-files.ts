import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { projectFiles, projectRoot } from './project-copy.ts';

/** A file of the project that people write. */
export interface SourceFile {
  /** Relative to the root, with `/` on every system. */
  path: string;
  text: string;
}

/** An import as a file has it, and what it leads to. */
export interface Import {
  file: string;
  /** Path from the root for a file of the project, the name otherwise. */
  target: string;
  internal: boolean;
}

const IMPORT =
  /(?:^|[\n;{(>=\s])(?:(?:import|export)\s+(?:type\s)?(?:[\w*{}\s,$]+?\sfrom\s*)?|import\(\s*|@import\s+(?:url\(\s*)?)(?<quote>["'])(?<target>[^"'\n]+)\k<quote>/g;

/** Beginnings of imports that `tsconfig.json` maps to a folder, without those that only writers use. */
const aliases: Record<string, string> = { '@islands/': 'src/components/islands/' };

/** Every file of the project below a folder whose name has one of the endings, such as `.ts`. */
export function sourceFiles(folder: string, endings: readonly string[]): SourceFile[] {
  return projectFiles()
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.startsWith(`${folder}/`) && endings.some((ending) => file.endsWith(ending)))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));
}

/** The text without comments, and for a page without the code that it shows. */
export function withoutComments({ path, text }: SourceFile): string {
  const shown = /\.mdx?$/.test(path) ? text.replaceAll(/^(`{3,}|~{3,})[^]*?^\1/gm, '') : text;
  return shown.replaceAll(/\/\*[^]*?\*\/|<!--[^]*?-->/g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '$1');
}

/** The imports of a file: modules, pages, components and style sheets. */
export function importsOf(file: SourceFile): Import[] {
  return [...withoutComments(file).matchAll(IMPORT)].map(({ groups }) => {
    const name = groups!['target']!.replace(/\?.*$/, '');
    const [alias = ''] = Object.keys(aliases).filter((each) => name.startsWith(each));
    if (alias) return { file: file.path, target: name.replace(alias, aliases[alias]!), internal: true };
    const internal = name.startsWith('.');
    return {
      file: file.path,
      target: internal ? posix.normalize(posix.join(posix.dirname(file.path), name)) : name,
      internal,
    };
  });
}
