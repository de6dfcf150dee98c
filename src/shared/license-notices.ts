import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin } from 'rolldown';
import { readText } from './text-file.ts';

const PACKAGES = 'node_modules/';

/** The names, versions, and licenses of the packages that contain these modules, as Vite writes them. */
export function noticesOf(modules: readonly string[]): string {
  const folders = modules
    .map((module) => module.split(sep).join('/'))
    .filter((module) => module.includes(PACKAGES))
    .map((module) => {
      const start = module.lastIndexOf(PACKAGES) + PACKAGES.length;
      const [scope = '', name = ''] = module.slice(start).split('/');
      return module.slice(0, start) + (scope.startsWith('@') ? `${scope}/${name}` : scope);
    });
  return [...new Set(folders)].map(noticeOf).sort().join('\n');
}

function noticeOf(folder: string): string {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(manifest) as Record<string, string>;
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => /^(licen[cs]e|notice|copying)/i.test(entry.name))
    .flatMap((entry) => (entry.isFile() ? entry.name : globSync(`${entry.name}/*`, { cwd: folder })));
  const texts = files.sort().map((file) => `\n${readText(join(folder, file)).trim()}\n`);
  return `## ${name} - ${version} (${license})\n${texts.join('')}`;
}

/** Writes the license notices of a bundle's packages to the end of the bundle. */
export const licenseNotices = (): Plugin => ({
  name: 'license-notices',
  footer: ({ moduleIds }) => `/*!\n${noticesOf(moduleIds).replaceAll('*/', '* /')}*/`,
});
