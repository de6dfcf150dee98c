import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { ApiName } from '../../src/config/apis.ts';
import { compiledFile, forgetContracts } from '../../src/contract/index.ts';
import type { OpenApiDocument } from '../../src/contract/model.ts';
import { projectRoot } from './project-copy.ts';
import { testFolder } from './test-folder.ts';

/** Gives a test file its own copy of the contracts and of the build's documents, which it may change. */
export function withOwnContracts(): void {
  const folder = testFolder();

  before(() => {
    for (const copied of ['openapi', '.astro/openapi'])
      cpSync(join(projectRoot, copied), join(folder, copied), { recursive: true });
    process.chdir(folder);
    forgetContracts();
  });

  after(() => process.chdir(projectRoot));
}

/** Runs a check with a changed contract, for shapes that no contract contains now. */
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
