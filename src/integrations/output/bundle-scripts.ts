import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'rolldown';
import { minifySync } from 'rolldown/utils';

/** Apart from the scripts that use it: in one of them, the others would run that one a second time. */
export const scriptGroups = [{ name: 'preload-helper', test: /vite\/preload-helper/ }];

/** The oldest JavaScript that browsers of our readers know. */
const TARGET = 'es2022';

/** What Vite's helper would load beside an import on demand; the one in its place does not read it. */
const FILES_AHEAD = /^const __vite__mapDeps=.*\n|,__vite__mapDeps\(\[[^\]]*\]\)/g;

/** Modules that stand in no file: the one of all scripts, each script, and what takes the place of Vite's helper. */
const ALL = '\0all';
const SCRIPT = '\0script:';
const HELPER = '\0helper:';

/** An address, and no code. */
export function isAddress(script: string): boolean {
  return script.startsWith('/') && script.endsWith('.js');
}

/**
 * The code of a script.
 *
 * @param folder - The built site.
 * @param script - An address there, or the code itself.
 */
export async function codeOf(folder: string, script: string): Promise<string> {
  return isAddress(script) ? readFile(join(folder, script), 'utf8') : script;
}

/**
 * Code without what only its writers read.
 *
 * @throws Error when it is no JavaScript.
 */
export function minified(code: string): string {
  const result = minifySync('inline.js', code, { compress: { target: TARGET } });
  const [error] = result.errors;
  if (error) throw new Error(`An inline script cannot be read: ${error.message}\n${error.codeframe}`);
  return result.code;
}

/**
 * Bundles scripts into one.
 *
 * @param folder - The built site.
 * @param scripts - Addresses there, or code.
 * @param define - Values of names that the scripts read.
 */
export async function bundle(
  folder: string,
  scripts: readonly string[],
  define: Record<string, string>,
): Promise<string> {
  const assets = join(folder, '_astro');
  const { output } = await build({
    input: { all: ALL },
    platform: 'browser',
    transform: { target: TARGET, define },
    write: false,
    output: { format: 'es', minify: true, comments: false },
    plugins: [
      {
        name: 'scripts-of-pages',
        resolveId(id, _importer, { kind }) {
          if (id === ALL || id.startsWith(SCRIPT)) return id;
          // Vite wraps each import on demand to load its styles beside it; ours load their own.
          if (/\/preload-helper\./.test(id)) return HELPER + id;
          // Code that loads on demand stays in its own file, beside this one.
          return kind === 'dynamic-import' ? { id, external: true } : join(assets, id);
        },
        async load(id) {
          if (id === ALL) return scripts.map((_, index) => `import '${SCRIPT}${index}';`).join('\n');
          if (id.startsWith(HELPER)) {
            const helper = await readFile(join(assets, id.slice(HELPER.length)), 'utf8');
            const [, name] = /\bas (\w+)\s*\}/.exec(helper) ?? [];
            if (!name) throw new Error(`${id} exports something else than Vite's helper did.`);
            return `export const ${name} = (load) => load();`;
          }
          if (!id.startsWith(SCRIPT)) return null;
          const code = await codeOf(folder, scripts[Number(id.slice(SCRIPT.length))] ?? '');
          return code.replace(FILES_AHEAD, '');
        },
      },
    ],
  });
  return output[0].code;
}
