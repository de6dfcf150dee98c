import { parseSync } from 'rolldown/utils';

/** The modules that a module imports or exports from, as written. Excludes dynamic imports. */
export function importsOf(code: string): string[] {
  const { staticImports, staticExports } = parseSync('module.js', code).module;
  const exported = staticExports.flatMap(({ entries }) => entries);
  return [...staticImports, ...exported].flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
}
