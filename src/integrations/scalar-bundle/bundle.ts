/*
 * Bundles Scalar for the browser, in a process of its own: `node bundle.ts <folder> <entry>` writes the files into
 * the folder, with the given name for the one that stands for Scalar's package, and sends a {@link Bundle} to the
 * parent.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, type OutputChunk } from 'rolldown';

export interface Bundle {
  /** What a reader receives before the reference can be drawn, in bytes: code and styles, compressed. */
  transferSize: number;
}

const [folder, entryFileNames] = process.argv.slice(2);
if (!folder || !entryFileNames || !process.send)
  throw new Error('Started by src/integrations/scalar-bundle/index.ts alone.');

// A build that failed meanwhile has no use for the files.
process.on('disconnect', () => process.exit());

const { output } = await build({
  input: { scalar: fileURLToPath(new URL('../../components/islands/scalar.ts', import.meta.url)) },
  platform: 'browser',
  // npm installs folders, not links to them: to ask for two thousand files where each leads takes a third of the time.
  resolve: { symlinks: false },
  transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
  output: {
    dir: folder,
    format: 'es',
    minify: true,
    comments: false,
    entryFileNames,
    chunkFileNames: '[name].[hash].js',
  },
  logLevel: 'warn',
});
const chunks = output.filter((file) => file.type === 'chunk');
const entry = chunks.find(({ isEntry }) => isEntry)!;
const styles = fileURLToPath(import.meta.resolve('@scalar/api-reference/style.css'));
const sizes = await Promise.all([
  ...withImports(entry).map(({ code }) => compressedSize(code)),
  compressedSize(await readFile(styles, 'utf8')),
]);
const transferSize = sizes.reduce((sum, size) => sum + size, 0);
process.send({ transferSize } satisfies Bundle);
process.disconnect();

/** A chunk and all that it loads with it; what loads later, on demand, is left out. */
function withImports(start: OutputChunk): OutputChunk[] {
  const all = new Set([start]);
  for (const { imports } of all)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) all.add(chunk);
  return [...all];
}

/** Size in bytes after the compression that our server does, too. */
async function compressedSize(text: string): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  return (await promisify(brotliCompress)(text, { params })).length;
}
