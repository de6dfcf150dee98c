import { build } from 'rolldown';
import { combinedDocument } from '../contract/combined.ts';

/** Bundles the sandbox, the contracts and its libraries into one module for Node. */
export async function bundleSandbox(): Promise<string> {
  const document = JSON.stringify(combinedDocument());
  const { output } = await build({
    input: 'src/sandbox/main.ts',
    platform: 'node',
    write: false,
    output: { format: 'esm', banner: '#!/usr/bin/env node', codeSplitting: false, minify: true },
    plugins: [
      {
        name: 'contracts-in-the-bundle',
        load: {
          filter: { id: /[\\/]sandbox[\\/]document\.ts$/ },
          handler: () => `export const platformDocument = async () => (${document});`,
        },
      },
    ],
    logLevel: 'warn',
  });
  return output[0].code;
}
