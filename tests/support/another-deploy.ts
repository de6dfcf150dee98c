import { cp, glob, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a second deploy of the built site in a separate folder: every file in `_astro/` has a new hash in its name,
 * and every page title ends with "second deploy".
 *
 * @returns The folder. The caller deletes it.
 */
export async function anotherDeploy(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'deploy-'));
  await cp('dist', copy, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
  const scripts = join(copy, '_astro');
  const files = await Array.fromAsync(glob('*.{js,css}', { cwd: scripts }));
  const nextName = (file: string) => file.replace('.', '.2');
  for (const file of files) await rename(join(scripts, file), join(scripts, nextName(file)));
  for await (const file of glob('**/*.{html,js,css,json}', { cwd: copy })) {
    const text = await readFile(join(copy, file), 'utf8');
    const changed = text
      .replaceAll(/[\w.-]+\.(?:js|css)\b/g, (name) => (files.includes(name) ? nextName(name) : name))
      .replace('</title>', ', second deploy</title>')
      .replace(/(\brevision:\s*(["`]))(?=[^"`]+\2,shell)/, '$1second-');
    if (changed !== text) await writeFile(join(copy, file), changed);
  }
  return copy;
}
