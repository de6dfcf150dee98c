import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { dist } from '../../support/built-pages.ts';
import { filesBelow } from '../../../src/shared/files-below.ts';
import { packageVersion } from '../package-version.ts';
import type { Consumer } from '../consumer.ts';

/** All published YAML files that have the same content as JSON. */
const contracts = (await filesBelow(dist)).filter((file) => /^openapi\/.+\.yaml$/.test(file));

/** Programs that read the contracts, flows, and sandbox controls. */
export const contractReaders: readonly Consumer[] = [
  {
    artifact: '/openapi/*.yaml',
    reader: 'yaml (YAML 1.2)',
    version: () => packageVersion('yaml'),
    right: 'reads the same values as in the JSON files',
    check() {
      for (const file of contracts) {
        const json = file.replace(/\.yaml$/, '.json');
        if (file.startsWith('openapi/flows/')) continue;
        const text = readFileSync(join(dist, file), 'utf8');
        assert.deepEqual(parse(text), JSON.parse(readFileSync(join(dist, json), 'utf8')), file);
      }
    },
  },
];
