import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { currentData } from '../../src/sandbox/bank.ts';
import { CONSENT } from '../sandbox/support.ts';
import { credentials, startPlatform } from '../starters/support/platform.ts';
import { isNightly } from '../starters/support/starters.ts';
import { environment, projectRoot } from '../support/project-copy.ts';
import { testFolder } from '../support/test-folder.ts';
import { guideRuns, type GuideRun } from './support/guide-runs.ts';
import { filesOfStarters, guideFiles, titled } from './support/pages.ts';
import { runCommand } from './support/run-command.ts';
import { toolchainOf } from './support/toolchains.ts';

/* Runs the guides' programs from the built pages against the sandbox. */

const languages: readonly GuideRun['language'][] = [
  'sh',
  'js',
  'python',
  ...(isNightly ? (['php'] as const) : []),
];

const root = testFolder();
let folders = 0;

/** Creates a folder with the starters' files and all programs from guides. */
function newFolder(): string {
  const folder = join(root, String((folders += 1)));
  mkdirSync(folder);
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, content] of [...filesOfStarters, ...guideFiles]) {
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** The file to run and its content: the run's own program, or else its first code block. */
function programOf({ covers, language, program }: GuideRun): [file: string, code: string] {
  const { file } = toolchainOf(language);
  const first = titled(covers[0]!);
  if (program === undefined) return [language === 'sh' ? file : (first?.title ?? ''), first?.code ?? ''];
  return [file, program.replaceAll(/«(.+)»/g, (_, title: string) => titled(title)?.code ?? '')];
}

/** Runs a program with the sandbox's credentials or a wrong secret. */
function execute(run: GuideRun, url: string, env: Record<string, string> = {}) {
  const folder = newFolder();
  const [file, code] = programOf(run);
  writeFileSync(join(folder, file), code.replaceAll('https://api.example.com', url));
  const [command] = toolchainOf(run.language).run;
  return runCommand(command, [file, ...(run.parameters ?? [])], folder, {
    ...environment,
    PATH: `${dirname(process.execPath)}:${environment.PATH}`,
    PLATFORM_URL: url,
    ...credentials,
    ...env,
  });
}

describe('Programs in the guides against the sandbox', { concurrency: availableParallelism() }, () => {
  for (const run of guideRuns.filter(({ language }) => languages.includes(language))) {
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
      const { status, output } = await execute(run, url);
      assert.equal(status, 0, `${name}: ${output}`);
      assert.match(output, prints, name);
    });

    // In nearly all programs, a starter's client handles the 401.
    if (!isNightly) continue;
    test(`${label} shows a 401`, async (context) => {
      const { url } = await startPlatform(context);
      const { status, output } = await execute(run, url, { CLIENT_SECRET: 'wrong' });
      if (run.language !== 'sh')
        assert.notEqual(status, 0, `${name} ends without an error on a 401. ${output}`);
      assert.match(output, /\b401\b/, name);
    });
  }
});
