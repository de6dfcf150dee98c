/*
 * Bundles Scalar for the browser, in a process of its own: `node bundle.ts <folder>` writes the files there and
 * sends the entry's name to the parent.
 */

import { build } from 'rolldown';

const [folder] = process.argv.slice(2);
if (!folder || !process.send) throw new Error('Started by src/integrations/scalar-bundle/index.ts alone.');

// A build that failed meanwhile has no use for the files.
process.on('disconnect', () => process.exit());

const { output } = await build({
  input: { scalar: '@scalar/api-reference' },
  platform: 'browser',
  transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
  output: {
    dir: folder,
    format: 'es',
    minify: true,
    comments: false,
    entryFileNames: '[name].[hash].js',
    chunkFileNames: '[name].[hash].js',
  },
  logLevel: 'warn',
});
const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
process.send(entry?.fileName);
process.disconnect();
