import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { UnsteadyServer } from '../support/unsteady-server.ts';
import { viewports } from '../support/site.ts';
import type { Behavior } from './behavior.ts';
import { startEngine } from './drivers/start.ts';
import type { Engine, EngineName, Settings, Tab } from './engine.ts';
import { Page } from './page.ts';
import { blockStorage, collectErrors } from './planted.ts';
import { resultsFolder, writeResults, type Result } from './results.ts';
import { table } from './table.ts';

const ROW_LIMIT = 90_000;

const usual: Settings = {
  colorScheme: 'light',
  javaScript: true,
  storage: 'allowed',
  viewport: { ...viewports.desktop },
};

/** Proves every row of the table in an engine, with `node:test`. */
export function proveTable(name: EngineName): void {
  let engine: Engine;
  const results: Result[] = [];
  before(async () => {
    engine = await startEngine(name);
  });
  after(async () => {
    await writeResults(name, engine?.version, results);
    await engine?.close();
  });
  for (const { name: subject, behaviors } of table) {
    describe(subject, () => {
      for (const behavior of behaviors) {
        const exception = behavior.cannot?.[name];
        const { title, settings, ...row } = exception?.instead ?? behavior;
        test(title, { timeout: ROW_LIMIT }, async () => {
          const start = performance.now();
          const result: Result = { subject, title: behavior.title, passed: false, ms: 0 };
          if (exception) result.exception = { reason: exception.reason, instead: title };
          results.push(result);
          try {
            await prove(engine, { title, ...row }, { ...usual, ...settings });
            result.passed = true;
          } finally {
            result.ms = Math.round(performance.now() - start);
          }
        });
      }
    });
  }
}

async function prove(engine: Engine, { title, run, causes }: Behavior, settings: Settings): Promise<void> {
  const server = await UnsteadyServer.start();
  const reported = engine.reportsErrors ? () => [] : collectErrors(server);
  const tabs: Tab[] = [];
  const open = async (changes: Partial<Settings>) => {
    const wanted = { ...settings, ...changes };
    if (wanted.storage === 'blocked' && engine.name === 'webkit') blockStorage(server);
    const tab = await engine.open(wanted);
    tabs.push(tab);
    return new Page(tab, server.url);
  };
  try {
    await run({ engine: engine.name, page: await open({}), server, open });
    const errors = [...tabs.flatMap((tab) => tab.errors), ...reported()].filter(
      (each) => !causes?.test(each),
    );
    assert.deepEqual(errors, [], 'errors that no script of the page caught');
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
