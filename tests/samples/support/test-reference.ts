import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { problemsOf, referenceSamples } from './reference-samples.ts';

/** Tests the samples of the reference in some languages, by the names of their code blocks. */
export function testReference(languages: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'));
  after(() => rmSync(folder, { recursive: true }));

  describe('Samples of the reference against the sandbox', { concurrency: availableParallelism() }, () => {
    for (const language of languages) {
      const own = referenceSamples.filter((sample) => sample.language === language);
      test(`${language}: all ${own.length} run, and show a 401 with a wrong token`, async (context) => {
        assert.ok(own.length > 0);
        assert.deepEqual(await problemsOf(context, language, own, folder), []);
      });
    }
  });
}
