import { basename, dirname } from 'node:path';
import process from 'node:process';
import { build } from 'rolldown';
import { combinedDocument } from '../contract/combined.ts';
import { controlsDocument } from '../sandbox/controls/document.ts';
import { licenseNotices } from '../shared/license-notices.ts';

let bundled: Promise<string> | undefined;

/** The sandbox, its libraries, and the contracts as one module for Node. A build makes it only once. */
export function bundleSandbox(): Promise<string> {
  // While the development server runs, the code and the contracts change.
  if (process.env['NODE_ENV'] === 'development') return bundle();
  return (bundled ??= bundle());
}

async function bundle(): Promise<string> {
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
            basename(dirname(id)) === 'controls'
              ? `export const controlsDocument = () => (${controls});`
              : `export const platformDocument = async () => (${document});`,
        },
      },
    ],
    logLevel: 'warn',
  });
  return output[0].code;
}
