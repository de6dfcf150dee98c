import { basename } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The environment variable with the sizes. Pages render in the same process, after the scripts' build. */
const SIZES_VARIABLE = 'REFERENCE_SIZES';

/** The compressed sizes of the reference's files by name, in bytes. The development server knows none. */
export const codeSizes = () => JSON.parse(process.env[SIZES_VARIABLE] ?? '{}') as Record<string, number>;

/** Measures the code of the interactive reference, whose size its pages state. */
export const measureCode: Plugin = {
  name: 'measure-code',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const entryChunk = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/scalar/Scalar.tsx'),
    );
    if (!entryChunk) return;
    const names = new Set([entryChunk.fileName]);
    const sizes: Record<string, number> = {};
    for (const name of names) {
      const file = bundle[name];
      if (file?.type !== 'chunk') continue;
      sizes[basename(name)] = gzipSync(file.code).length;
      for (const imported of file.imports) names.add(imported);
    }
    process.env[SIZES_VARIABLE] = JSON.stringify(sizes);
  },
};
