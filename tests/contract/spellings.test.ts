import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fieldsOf } from '../../src/contract/fields.ts';
import { contracts } from '../../src/contract/index.ts';
import { parametersOf } from '../../src/contract/lookup.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';

withCompiledContracts();

test('Conventions list every parameter that is also a field with another case', () => {
  const page = readFileSync(join(projectRoot, 'src/content/docs/api/conventions.mdx'), 'utf8');
  const parameters = contracts().flatMap(({ operations }) => operations.flatMap(parametersOf));
  const fields = contracts().flatMap(({ document }) =>
    Object.values(document.components?.schemas ?? {}).flatMap((schema) => fieldsOf(document, schema)),
  );
  const pairs = parameters.flatMap(({ name }) =>
    fields.flatMap((field) =>
      field.name !== name && field.name.toLowerCase() === name.toLowerCase() ? [[name, field.name]] : [],
    ),
  );
  assert.ok(pairs.length > 0);
  for (const [parameter, field] of pairs)
    assert.match(page, new RegExp(`^\\| .*\`${parameter}\`.* \\| .*\`${field}\` \\|$`, 'm'));
});
