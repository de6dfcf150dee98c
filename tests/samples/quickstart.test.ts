import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOKEN_PLACEHOLDER } from '../../src/config/samples.ts';
import { CONSENT } from '../sandbox/support.ts';
import { startPlatform } from '../starters/support/platform.ts';
import { codeBlocks } from './support/built-pages.ts';
import { runAll } from './support/toolchains.ts';

/** The job of the examples, which the quickstart reads. */
const JOB = '09844ea9-f01b-4494-abc0-d21027dec954';

const folder = mkdtempSync(join(tmpdir(), 'quickstart-'));
after(() => rmSync(folder, { recursive: true }));

/** A page of transactions. */
interface Page {
  data: { category?: unknown }[];
}

/** What a reader copies: the samples of the home page, in order. */
const samplesIn = (language: string) =>
  codeBlocks()
    .filter((block) => block.page === '/' && block.language === language)
    .map(({ code }) => code);

for (const [language, label] of [
  ['js', 'JavaScript'],
  ['python', 'Python'],
] as const) {
  test(`The quickstart in ${label}, as printed, ends with categorized transactions`, async (context) => {
    const { url } = await startPlatform(context, { story: false });
    const samples = samplesIn(language);
    assert.equal(samples.length, 10);
    const values = new Map([['https://api.example.com', url]]);

    /** Runs a sample with the values of earlier responses. Resolves to the parsed body. */
    async function follow<Body>(step: number): Promise<Body> {
      const code = [...values].reduce(
        (text, [shown, value]) => text.replaceAll(shown, value),
        samples[step - 1]!,
      );
      const [outcome] = await runAll(language, [{ code, folder }]);
      const { status, output } = outcome!;
      assert.equal(status, 0, `Sample ${step}: ${output}`);
      const body = /^20\d (.*)$/s.exec(output.trim());
      assert.ok(body, output);
      return JSON.parse(body[1]!) as Body;
    }
    /** Repeats a sample, as the page says, until the status is the one to continue at. */
    async function poll<Body>(step: number, isDone: (body: Body) => boolean) {
      for (let tries = 1; tries <= 20; tries++) {
        if (isDone(await follow<Body>(step))) return;
        await sleep(100);
      }
      assert.fail(`Sample ${step} never returned the status to continue at.`);
    }

    values.set(TOKEN_PLACEHOLDER, (await follow<{ accessToken: string }>(1)).accessToken);
    await follow(2);
    assert.ok((await follow<unknown[]>(3)).length > 0);
    values.set(CONSENT, (await follow<{ consentId: string }>(4)).consentId);
    await poll<{ status: number }>(5, ({ status }) => status === 4);
    assert.equal((await follow<unknown[]>(6)).length, 2);
    const { data: transactions } = await follow<Page>(7);
    assert.ok(transactions.length > 0);
    assert.ok(transactions.every(({ category }) => category === undefined));

    values.set(JOB, (await follow<{ data: string }>(8)).data);
    await poll<{ data: { status: string } }>(9, ({ data }) => data.status === 'COMPLETED');
    const { data: categorized } = await follow<Page>(10);
    assert.equal(categorized.length, transactions.length);
    assert.ok(categorized.every(({ category }) => category !== undefined));
  });
}
