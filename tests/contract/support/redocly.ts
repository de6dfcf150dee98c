/** Lints a copy of the contracts with the library behind Redocly's command line, so that a test can plant an error. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lint, loadConfig } from '@redocly/openapi-core';
import { openapiFolder } from './contracts.ts';

interface Finding {
  rule: string;
  severity: string;
  message: string;
}

export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'openapi-'));

  constructor() {
    cpSync(fileURLToPath(openapiFolder), this.folder, { recursive: true });
  }

  /** Replaces the first occurrence of a string. A missing one is an error of the test. */
  edit(file: string, from: string, to: string): void {
    const path = join(this.folder, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }

  /** What every rule of `openapi/redocly.yaml` finds in a contract or a bundle, whatever its severity. */
  async lint(file: string): Promise<Finding[]> {
    const problems = await lint({ ref: join(this.folder, file), config: await this.#config() });
    return problems.map(({ ruleId, severity, message }) => ({ rule: ruleId, severity, message }));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #config() {
    return loadConfig({ configPath: join(this.folder, 'redocly.yaml') });
  }
}
