import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HostFront, type Origin } from '../support/host-front.ts';
import { ownServer, RunningHost, type Host } from '../support/hosts.ts';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { within } from '../../src/offline/protocol/within.ts';
import { viewports } from '../support/site.ts';
import type { Behavior } from './behavior.ts';
import { startEngine } from './drivers/start.ts';
import type { Engine, EngineName, Settings, Tab } from './engine.ts';
import { Page } from './page.ts';
import { blockStorage, collectErrors } from './planted.ts';
import { resultsFolder, writeResults, type Result } from './results.ts';
import { table } from './table.ts';

/** Longest time, in milliseconds, for a row, also on a busy machine: a driver that hangs must not hold the others up. */
const ROW_LIMIT = 90_000;

/** On a busy machine a driver may fail to start. A row that needs its second chance is printed. */
const CHANCES = process.env['CI'] ? 2 : 1;

/** Longest time, in milliseconds, for all chances of a row. */
export const PROOF_LIMIT = ROW_LIMIT * CHANCES + 5_000;

/** The settings of rows that don't choose others. */
export const usual: Settings = {
  colorScheme: 'light',
  javaScript: true,
  prerendering: false,
  storage: 'allowed',
  viewport: { ...viewports.desktop },
};

/** Scalar tests whether it may compile code, and works without. */
const PROBE = /^script-src blocked eval on .*-api\/$/;

/** Firefox also lists what the policy blocks as an error. The row checks the browser's report of it. */
const VIOLATION = /^Content-Security-Policy: /;

/** Proves every row of the table in an engine, with `node:test`. */
export function proveTable(name: EngineName): void {
  let engine: Engine;
  let host: Host;
  const results: Result[] = [];
  before(async () => {
    engine = await startEngine(name);
    // Every nginx and our own server send the same headers.
    host = RunningHost.isInstalled('nginx')
      ? await RunningHost.start('nginx', readFacts())
      : await ownServer(readFacts());
  });
  after(async () => {
    await writeResults(name, engine?.version, results);
    await engine?.close();
    await host?.close();
  });
  for (const { name: subject, behaviors } of table) {
    describe(subject, () => {
      for (const behavior of behaviors) {
        const exception = behavior.cannot?.[name];
        const { title, ...row } = exception?.instead ?? behavior;
        test(title, { timeout: PROOF_LIMIT }, async () => {
          const start = performance.now();
          const result: Result = { subject, title: behavior.title, passed: false, ms: 0 };
          if (exception) result.exception = { reason: exception.reason, instead: title };
          results.push(result);
          try {
            await prove(engine, host, { title, ...row });
            result.passed = true;
          } finally {
            result.ms = Math.round(performance.now() - start);
          }
        });
      }
    });
  }
}

/** Proves one row in an engine, with a site that a host serves. */
export async function prove(engine: Engine, host: Origin, behavior: Behavior): Promise<void> {
  for (let chance = CHANCES; chance > 0; chance--) {
    try {
      const late = new Error(`The row took more than ${ROW_LIMIT} ms.`);
      return await within(ROW_LIMIT / 1_000, proveOnce(engine, host, behavior), late);
    } catch (error) {
      if (chance === 1) throw error;
      console.log(`Flaky in ${engine.name}: ${behavior.title}\n${String(error)}`);
    }
  }
}

async function proveOnce(engine: Engine, host: Origin, behavior: Behavior): Promise<void> {
  const { title, run, causes, blocks, settings } = behavior;
  const server = await HostFront.inFrontOf(host);
  const reported = engine.reportsErrors ? () => [] : collectErrors(server);
  const tabs: Tab[] = [];
  const open = async (changes: Partial<Settings>) => {
    const wanted = { ...usual, ...settings, ...changes };
    if (wanted.storage === 'blocked' && engine.name === 'webkit') blockStorage(server);
    const tab = await engine.open(wanted);
    tabs.push(tab);
    return new Page(tab, server.url);
  };
  try {
    await run({ engine: engine.name, page: await open({}), server, open });
    const errors = [...tabs.flatMap((tab) => tab.errors), ...reported()].filter(
      (each) => !VIOLATION.test(each) && !causes?.test(each),
    );
    assert.deepEqual(errors, [], 'errors that no script of the page caught');
    const blocked = server.violations.filter((each) => !PROBE.test(each) && !blocks?.test(each));
    assert.deepEqual(blocked, [], 'content that the policy blocked');
  } catch (error) {
    await keepPictures(engine.name, title, tabs);
    throw error;
  } finally {
    await Promise.allSettled(tabs.map((tab) => tab.close()));
    await server.close();
  }
}

/** Keeps what the reader saw last of a row that failed. */
async function keepPictures(engine: EngineName, title: string, tabs: Tab[]) {
  await mkdir(resultsFolder, { recursive: true });
  const stem = `${engine}-${title.replaceAll(/\W+/g, '-').slice(0, 80)}`;
  for (const [index, tab] of tabs.entries()) {
    const picture = await tab.screenshot().catch(() => undefined);
    if (picture) await writeFile(join(resultsFolder, `${stem}-${index + 1}.png`), picture);
  }
}
