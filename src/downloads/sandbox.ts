import { build } from 'rolldown';
import { combinedDocument } from '../contract/combined.ts';
import { controlsDocument } from '../sandbox/controls/document.ts';
import { licenseNotices } from '../shared/license-notices.ts';

/** Bundles the sandbox, its libraries, and the contracts into one module for Node. */
export async function bundleSandbox(): Promise<string> {
  const document = JSON.stringify(combinedDocument());
  const controls = JSON.stringify(controlsDocument());
  const { output } = await build({
    input: 'src/sandbox/main.ts',
    platform: 'node',
    write: false,
    output: { format: 'esm', banner: '#!/usr/bin/env node', codeSplitting: false, minify: true },
    plugins: [
      licenseNotices(),
      {
        name: 'contracts-in-the-bundle',
        load: {
          filter: { id: /[\\/]sandbox[\\/](controls[\\/])?document\.ts$/ },
          handler: (id) =>
            /controls[\\/]document\.ts$/.test(id)
              ? `export const controlsDocument = () => (${controls});`
              : `export const platformDocument = async () => (${document});`,
        },
      },
    ],
    logLevel: 'warn',
  });
  return output[0].code;
}
