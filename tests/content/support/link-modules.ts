/**
 * Links the modules of a folder and runs none of them: `node --experimental-vm-modules link-modules.ts <folder>`.
 * Prints one error per line, as `file: reason`.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';

/** The part of Node's experimental interface that its types leave out. */
interface VmModule {
  link(resolve: (specifier: string) => Promise<VmModule>): Promise<void>;
}
interface Modules {
  SourceTextModule: new (source: string, options: { identifier: string }) => VmModule;
  SyntheticModule: new (names: string[], evaluate: () => void) => VmModule;
}
const { SourceTextModule, SyntheticModule } = vm as unknown as Modules;

/** Packages that samples may import, beside those of Node. */
const packages = ['oauth4webapi'];

const [folder = '.'] = process.argv.slice(2);
const files = readdirSync(folder).filter((file) => /\.m?js$/.test(file));

/** Links each file separately, so that an error in one file does not hide others. */
async function link(file: string): Promise<void> {
  const modules = new Map<string, Promise<VmModule>>();
  const resolve = (specifier: string) => {
    const module = modules.get(specifier) ?? load(specifier);
    modules.set(specifier, module);
    return module;
  };
  await (await resolve(`./${file}`)).link(resolve);
}

async function load(specifier: string): Promise<VmModule> {
  if (specifier.startsWith('node:') || packages.includes(specifier)) {
    const names = Object.keys((await import(specifier)) as object);
    return new SyntheticModule(names, () => undefined);
  }
  const file = specifier.replace('./', '');
  if (!files.includes(file)) throw new Error(`imports ${specifier}, which no page shows`);
  return new SourceTextModule(readFileSync(join(folder, file), 'utf8'), { identifier: file });
}

for (const file of files) {
  try {
    await link(file);
  } catch (error) {
    console.log(`${file}: ${(error as Error).message}`);
  }
}
