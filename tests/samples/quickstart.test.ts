import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { environments, TOKEN_PLACEHOLDER } from '../../src/config/samples.ts';
import { CONSENT } from '../sandbox/support.ts';
import { isNightly } from '../starters/support/starters.ts';
import { hasDotnet } from '../support/dotnet/dotnet.ts';
import { testFolder } from '../support/test-folder.ts';
import { giveConsent, startDownloadedSandbox } from './support/download.ts';
import { blocks } from './support/pages.ts';
import { runAll } from './support/toolchains.ts';

/* Runs the built quickstart against a sandbox that's started as its page says. */

const languages = isNightly ? ['php', 'java', ...(hasDotnet ? ['csharp'] : [])] : ['sh', 'js', 'python'];

/** The command above the samples, which starts the sandbox. */
const START = '\nnode sandbox.mjs';

const samplesIn = (language: string) =>
  blocks.filter(
    ({ page, language: written, code }) =>
      page === '/quickstart/' && written === language && !code.endsWith(START),
  );

const folder = testFolder();

describe('The quickstart, as printed', () => {
  test(`runs for the sandbox in ${languages.join(', ')}, in the first of them twice in a row`, async (context) => {
    const { url } = await startDownloadedSandbox(context);
    const values = new Map<string, string>([[environments.sandbox.host, url]]);
    const run = async (language: string) => {
      const codes = samplesIn(language).map(({ sandboxCode }) => sandboxCode);
      // Readers may start over, and the sandbox keeps what the first run created.
      for (const time of language === languages[0] ? ['first', 'second'] : ['first'])
        await follow(language, codes, values, join(folder, language, time));
    };
    await Promise.all(languages.map(run));
  });

  test('differs for the platform only in its host and credentials', () => {
    const { sandbox, platform } = environments;
    for (const { code, sandboxCode } of languages.flatMap(samplesIn))
      assert.equal(
        sandboxCode
          .replaceAll(sandbox.host, platform.host)
          .replaceAll(sandbox.clientId, platform.clientId)
          .replaceAll(sandbox.clientSecret, platform.clientSecret),
        code,
      );
  });
});

/**
 * Runs the quickstart's samples in order and does what its text says between them.
 *
 * @param known - Values to replace in the samples, in addition to values from responses.
 */
async function follow(language: string, codes: string[], known: Map<string, string>, folder: string) {
  assert.equal(codes.length, 6, language);
  const values = new Map(known);

  /** Runs a sample with values from earlier responses. Resolves to the parsed body. */
  async function send<Body>(sample: number): Promise<Body> {
    const code = [...values].reduce(
      (text, [shown, value]) => text.replaceAll(shown, value),
      codes[sample - 1]!,
    );
    const [outcome] = await runAll(language, [{ code, folder }]);
    const { status, output } = outcome!;
    assert.equal(status, 0, `Sample ${sample} in ${language}: ${output}`);
    const [body] = /[[{].*[\]}]/s.exec(output) ?? [];
    assert.ok(body, output);
    return JSON.parse(body) as Body;
  }
  /** Repeats a sample, as the page says, until the status allows it to continue. */
  async function poll<Body>(sample: number, isDone: (body: Body) => boolean) {
    for (let tries = 1; tries <= 30; tries++) {
      if (isDone(await send<Body>(sample))) return;
      await sleep(200);
    }
    assert.fail(`Sample ${sample} in ${language} never returned the final status.`);
  }

  values.set(TOKEN_PLACEHOLDER, (await send<{ accessToken: string }>(1)).accessToken);
  assert.ok((await send<unknown[]>(2)).length > 0);
  const { consentId, consentUrl } = await send<{ consentId: string; consentUrl: string }>(3);
  values.set(CONSENT, consentId);
  await giveConsent(consentUrl);
  await poll<{ status: number }>(4, ({ status }) => status === 4);
  assert.equal((await send<unknown[]>(5)).length, 2);
  assert.ok((await send<{ data: unknown[] }>(6)).data.length > 0);
}
