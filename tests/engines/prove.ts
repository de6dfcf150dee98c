import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { viewports } from '../support/site.ts';
import type { Behavior } from './behavior.ts';
import { startEngine } from './drivers/start.ts';
import type { Engine, EngineName, Settings, Tab } from './engine.ts';
import { Page } from './page.ts';
import { blockStorage, collectErrors } from './planted.ts';
import { PolicyServer } from './policy-server.ts';
import { table } from './table.ts';

/** Longest time, in milliseconds, for a row. */
const ROW_LIMIT = 60_000;

/** The settings of rows that don't choose others. */
const usual: Settings = {
  colorScheme: 'light',
  javaScript: true,
  storage: 'allowed',
  viewport: { ...viewports.desktop },
};

/** Scalar tests whether it may compile code, and works without. */
const PROBE = /^script-src blocked eval on .*-api\/$/;

/** Firefox also lists what the policy blocks as an error. The row checks the browser's report of it. */
const VIOLATION = /^Content-Security-Policy: /;

/**
 * Tests rows of the table in an engine, with `node:test`.
 *
 * @param rows - `behaviors` for `npm test`, `more` for the others.
 */
export function proveTable(name: EngineName, rows: 'behaviors' | 'more'): void {
  let engine: Engine;
  before(async () => {
    engine = await startEngine(name);
  });
  after(async () => {
    await engine?.close();
  });
  for (const subject of table) {
    describe(subject.name, () => {
      for (const behavior of subject[rows] ?? [])
        if (behavior.only === undefined || behavior.only === name)
          test(behavior.title, { timeout: ROW_LIMIT }, () => prove(engine, behavior));
    });
  }
}

async function prove(engine: Engine, behavior: Behavior): Promise<void> {
  const { title, run, causes, blocks, settings } = behavior;
  const server = await PolicyServer.start();
  const reported = engine.reportsErrors ? () => [] : collectErrors(server);
  const wanted = { ...usual, ...settings };
  if (wanted.storage === 'blocked' && engine.name === 'webkit') blockStorage(server);
  let tab: Tab | undefined;
  try {
    tab = await engine.open(wanted);
    await run({ engine: engine.name, page: new Page(tab, server.url), server });
    const errors = [...tab.errors, ...reported()].filter(
      (each) => !VIOLATION.test(each) && !causes?.test(each),
    );
    assert.deepEqual(errors, [], 'errors that no script of the page caught');
    const blocked = server.violations.filter((each) => !PROBE.test(each) && !blocks?.test(each));
    assert.deepEqual(blocked, [], 'content that the policy blocked');
  } catch (error) {
    if (tab) await keepScreenshot(engine.name, title, tab);
    throw error;
  } finally {
    await tab?.close();
    await server.close();
  }
}

/** Saves what the reader saw last of a row that failed. */
async function keepScreenshot(engine: EngineName, title: string, tab: Tab) {
  const folder = join('test-results', 'engines');
  await mkdir(folder, { recursive: true });
  const screenshot = await tab.screenshot().catch(() => undefined);
  const name = `${engine}-${title.replaceAll(/\W+/g, '-').slice(0, 80)}.png`;
  if (screenshot) await writeFile(join(folder, name), screenshot);
}
