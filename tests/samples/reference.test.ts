import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sampleLanguages } from '../../src/config/languages.ts';
import { TOKEN_PLACEHOLDER } from '../../src/config/samples.ts';
import { contracts } from '../../src/contract/index.ts';
import { samplesOf } from '../../src/contract/samples/index.ts';
import { startedSandbox } from '../sandbox/support.ts';
import { codeBlocks } from './support/built-pages.ts';
import { missing, run, toolchains } from './support/toolchains.ts';

/** Why a language isn't run. Its samples are counted apart. */
const onlyRead: Readonly<Record<string, string>> = {
  csharp: "Debian has no .NET, so the samples in C# aren't compiled",
};

interface GeneratedSample {
  operation: string;
  language: string;
  code: string;
  /** Pages that show it. */
  pages: string[];
}

/** Requests that prepare the sandbox, where the story of the examples has already done what a sample does. */
const preparations: Readonly<Record<string, [method: string, path: string]>> = {
  createUser: ['DELETE', '/Users?ExternalUserId=customer-1042'],
  createAnalysisJob: ['DELETE', '/analysis-jobs/8d0d22e8-1eed-485d-8237-2a8b037a8ac1'],
};

const blocks = codeBlocks();

/** Each sample that the build makes of the contract, with the built pages that it is on. */
const samples: GeneratedSample[] = contracts()
  .flatMap(({ operations }) => operations)
  .filter(({ kind }) => kind === 'operation')
  .flatMap((operation) =>
    samplesOf(operation).map(({ language, code }) => ({
      operation: operation.id,
      language,
      code,
      pages: blocks
        .filter((block) => block.language === language && block.code.trim() === code)
        .map(({ page }) => page),
    })),
  );

const folder = mkdtempSync(join(tmpdir(), 'samples-'));
after(() => rmSync(folder, { recursive: true }));

test('Each sample of the contract is on a built page, exactly as it is run here', () => {
  assert.deepEqual(
    samples
      .filter(({ pages }) => pages.length === 0)
      .map(({ operation, language }) => `${operation}, ${language}`),
    [],
  );
});

describe(
  'Against the sandbox, with the token filled in, and with a wrong one',
  { concurrency: availableParallelism() },
  () => {
    for (const { label, language } of sampleLanguages) {
      const own = samples.filter((sample) => sample.language === language);
      const reason = onlyRead[language];
      if (reason !== undefined) {
        test(`${label}: ${own.length} unique samples, 0 run: ${reason}`, () =>
          assert.ok(!(language in toolchains)));
        continue;
      }
      const skip = missing(language) ?? false;
      test(`${label}: ${own.length} unique samples, ${own.length} run`, { skip }, async (context) => {
        for (const { operation, code, pages } of own) {
          const { origin, call, authorization } = await startedSandbox(context);
          const [method, path] = preparations[operation] ?? [];
          if (method !== undefined && path !== undefined)
            assert.equal((await call(method, path)).status, 204);
          const here = code.replaceAll('https://api.example.com', origin);
          const where = `${operation}, ${label}, ${pages[0]}`;
          const place = join(folder, language, operation);

          const refused = here.replace('example-secret', 'wrong');
          const wrong = await run(language, refused, place);
          assert.notEqual(wrong.status, 0, `${where}: ends without an error on a 401. ${wrong.output}`);
          assert.match(wrong.output, /\b401\b/, where);

          const right = await run(
            language,
            here.replace(TOKEN_PLACEHOLDER, authorization.slice('Bearer '.length)),
            place,
          );
          assert.equal(right.status, 0, `${where}: ${right.output}`);
          assert.match(right.output, /\b20[0-4]\b/, where);
        }
      });
    }
  },
);
