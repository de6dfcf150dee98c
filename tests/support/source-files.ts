import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { projectFiles, projectRoot } from './project-copy.ts';

/** A source file of the project. */
export interface SourceFile {
  /** Relative to the root, with `/` on every system. */
  path: string;
  text: string;
}

/** An import in a file, and its resolved target. */
export interface Import {
  file: string;
  /** Path relative to the root for a file of the project, otherwise the name of the package. */
  target: string;
  internal: boolean;
}

const IMPORT =
  /(?:^|[\n;{(>=\s])(?:(?:import|export)\s+(?:type\s)?(?:[\w*{}\s,$]+?\sfrom\s*)?|import\(\s*|@import\s+(?:url\(\s*)?)(?<quote>["'])(?<target>[^"'\n]+)\k<quote>/g;

/** Aliases of `tsconfig.json`, without those of the pages. */
const aliases: Record<string, string> = { '@islands/': 'src/components/islands/' };

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

/** Returns the imports of a module, page, component or stylesheet. */
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
