/** Runs Redocly's command line on a copy of the contracts, so that a test can plant a fault in it. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openapiFolder } from './contracts.ts';

function findCli(): string {
  const manifest = findPackageJSON('@redocly/cli', import.meta.url);
  if (!manifest) throw new Error('@redocly/cli is not installed; run `npm ci` in the project root.');
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.redocly);
}

const cli = findCli();
const env = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
};

export interface Run {
  status: number | null;
  output: string;
}

export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'openapi-'));

  constructor() {
    cpSync(fileURLToPath(openapiFolder), this.folder, { recursive: true });
  }

  /** Replaces the first occurrence of a text. A text that is not there is a fault of the test. */
  edit(file: string, from: string, to: string): void {
    const path = join(this.folder, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }

  run(...options: string[]): Run {
    const result = spawnSync(process.execPath, [cli, ...options, '--config', 'redocly.yaml'], {
      cwd: this.folder,
      env,
      encoding: 'utf8',
    });
    return { status: result.status, output: result.stdout + result.stderr };
  }

  lint = (...contracts: string[]): Run => this.run('lint', ...contracts, '--format=stylish');

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
