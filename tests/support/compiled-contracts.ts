import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { ApiName } from '../../src/config/apis.ts';
import { compileContracts } from '../../src/contract/compile.ts';
import { compiledFile, forgetContracts } from '../../src/contract/index.ts';
import type { OpenApiDocument } from '../../src/contract/model.ts';
import { projectRoot } from './project-copy.ts';

/**
 * Compiles the contracts for the tests of a file, in a folder of its own: test files run at the same time, and
 * the compiler writes below the folder in which it runs.
 */
export function withCompiledContracts(): void {
  const folder = mkdtempSync(join(tmpdir(), 'contracts-'));

  before(async () => {
    cpSync(join(projectRoot, 'openapi'), join(folder, 'openapi'), { recursive: true });
    process.chdir(folder);
    await compileContracts();
    forgetContracts();
  });

  after(() => {
    process.chdir(projectRoot);
    rmSync(folder, { recursive: true });
  });
}

/** Runs a check while the compiled contract of an API is another one: for shapes that no contract has now. */
export function withChangedContract(
  name: ApiName,
  change: (document: OpenApiDocument) => void,
  check: () => void,
) {
  const file = compiledFile(name, 'published');
  const compiled = readFileSync(file, 'utf8');
  const document = JSON.parse(compiled) as OpenApiDocument;
  change(document);
  writeFileSync(file, JSON.stringify(document));
  forgetContracts();
  try {
    check();
  } finally {
    writeFileSync(file, compiled);
    forgetContracts();
  }
}
