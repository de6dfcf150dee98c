import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { environments, TOKEN_PLACEHOLDER } from '../../src/config/samples.ts';
import { CONSENT } from '../sandbox/support.ts';
import { isNightly } from '../starters/support/starters.ts';
import { whereIs } from '../support/built-pages.ts';
import { hasDotnet } from '../support/dotnet/dotnet.ts';
import type { Node } from '../support/published-contracts.ts';
import { testFolder } from '../support/test-folder.ts';
import { giveConsent, startDownloadedSandbox } from './support/download.ts';
import { blocks } from './support/pages.ts';
import { runAll, type Language } from './support/toolchains.ts';

/* Runs the built quickstart against a sandbox that's started as its page says. */

const languages: Language[] = isNightly ? ['php', 'java'] : ['sh', 'js', 'python'];
if (isNightly && hasDotnet) languages.push('csharp');

/** The samples below the command that starts the sandbox. */
const samples = blocks.filter(
  ({ page, code }) => page === whereIs('/quickstart/') && !code.endsWith('\nnode sandbox.mjs'),
);
const samplesIn = (language: Language) => samples.filter((sample) => sample.language === language);

const folder = testFolder();

describe('The quickstart, as printed', () => {
  test(`runs for the sandbox in ${languages.join(', ')}, in the first of them twice in a row`, async (context) => {
    const { url } = await startDownloadedSandbox(context);
    const run = async (language: Language) => {
      const codes = samplesIn(language).map(({ sandboxCode }) => sandboxCode);
      // Readers may start over, and the sandbox keeps what the first run created.
      for (const time of language === languages[0] ? ['first', 'second'] : ['first'])
        await follow(language, codes, url, join(folder, language, time));
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

/** Runs the quickstart's samples in order and does what its text says between them. */
async function follow(language: Language, codes: string[], url: string, folder: string) {
  assert.equal(codes.length, 6, language);
  const values = new Map<string, string>([[environments.sandbox.host, url]]);

  /** Runs a sample with values from earlier responses. Resolves to the parsed body. */
  async function send(sample: number): Promise<Node> {
    let code = codes[sample - 1]!;
    for (const [shown, value] of values) code = code.replaceAll(shown, value);
    const [outcome] = await runAll(language, [{ code, folder }]);
    const { status, output } = outcome!;
    assert.equal(status, 0, `Sample ${sample} in ${language}: ${output}`);
    const [body] = /[[{].*[\]}]/s.exec(output) ?? [];
    assert.ok(body, output);
    return JSON.parse(body);
  }

  values.set(TOKEN_PLACEHOLDER, (await send(1)).accessToken);
  assert.ok((await send(2)).length > 0);
  const { consentId, consentUrl } = await send(3);
  values.set(CONSENT, consentId);
  await giveConsent(consentUrl);
  // Repeat the sample, as the page says.
  for (let tries = 1; (await send(4)).status !== 4; tries++) {
    assert.ok(tries < 30, `Sample 4 in ${language} never returned the final status.`);
    await sleep(200);
  }
  assert.equal((await send(5)).length, 2);
  assert.ok((await send(6)).data.length > 0);
}
