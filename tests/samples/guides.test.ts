import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { currentData } from '../../src/sandbox/bank.ts';
import { CONSENT } from '../sandbox/support.ts';
import { credentials, startPlatform } from '../starters/support/platform.ts';
import { isNightly } from '../starters/support/starters.ts';
import { environment, projectRoot } from '../support/project-copy.ts';
import { testFolder } from '../support/test-folder.ts';
import { guideRuns, type GuideRun } from './support/guide-runs.ts';
import { filesOfStarters, guideFiles, titled } from './support/pages.ts';
import { runCommand } from './support/run-command.ts';
import { toolchains } from './support/toolchains.ts';

/* Runs the guides' programs from the built pages against the sandbox. */

/**
 * Runs a program, or else its first code block, in a folder with the starters' files and all programs from guides, and
 * with the sandbox's credentials or a wrong secret.
 */
function execute(run: GuideRun, context: TestContext, url: string, env: Record<string, string> = {}) {
  const { covers, language, program, parameters = [] } = run;
  const toolchain = toolchains[language];
  const folder = testFolder(context);
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, content] of [...filesOfStarters, ...guideFiles])
    writeFileSync(join(folder, name), content);
  const file = program === undefined ? covers[0]! : toolchain.file;
  const code = (program ?? `«${file}»`).replace(/«(.+)»/, (_, title: string) => titled(title)?.code ?? '');
  writeFileSync(join(folder, file), code.replaceAll('https://api.example.com', url));
  return runCommand(toolchain.run[0], [file, ...parameters], folder, {
    ...environment,
    PATH: `${dirname(process.execPath)}:${environment.PATH}`,
    PLATFORM_URL: url,
    ...credentials,
    ...env,
  });
}

// `lint:prose` tells writers so, but a name that is part of another one escapes it. Receivers run in their own test.
test('Every program on a page runs', () => {
  const run = new Set(guideRuns.flatMap(({ covers }) => covers));
  const programs = [...guideFiles.keys()].filter((name) => /^(?!receive).*\.(?:js|py|php)$/.test(name));
  assert.deepEqual(
    programs.filter((name) => !run.has(name)),
    [],
  );
});

describe('Programs in the guides against the sandbox', { concurrency: availableParallelism() }, () => {
  for (const run of guideRuns) {
    const { covers, prints, fault, isRepeated } = run;
    const pages = [...new Set(covers.map((title) => titled(title)?.page))].join(', ');
    const label = covers.join(', ');
    const name = `${label} on ${pages}`;

    test(`${label} runs`, async (context) => {
      for (const title of covers) assert.ok(titled(title), `No code block has the title ${title}.`);
      const { url, control, sandbox } = await startPlatform(context);
      const { transactions } = currentData(sandbox.state.consents.get(CONSENT)!.bank);
      if (isRepeated) transactions.push(...transactions);
      if (fault) await control('POST', 'faults', fault);
      const { status, output } = await execute(run, context, url);
      assert.equal(status, 0, `${name}: ${output}`);
      assert.match(output, prints, name);
    });

    // In nearly all programs, a starter's client handles the 401.
    if (!isNightly) continue;
    test(`${label} shows a 401`, async (context) => {
      const { url } = await startPlatform(context);
      const { status, output } = await execute(run, context, url, { CLIENT_SECRET: 'wrong' });
      if (run.language !== 'sh')
        assert.notEqual(status, 0, `${name} ends without an error on a 401. ${output}`);
      assert.match(output, /\b401\b/, name);
    });
  }
});
