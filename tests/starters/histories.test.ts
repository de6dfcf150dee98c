import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../support/postgres.ts';
import { History, type Step } from './histories/history.ts';
import { Oracle } from './histories/oracle.ts';
import { startHistoryServer, Visit } from './histories/server.ts';
import { startDriver, succeeded } from './support/driver.ts';
import { compileStarters, dailyStarters, isNightly, starters, testedStarters } from './support/starters.ts';
import { testFolder } from '../support/test-folder.ts';

/*
 * Runs starters against a bank that changes, removes, and adds payments, even under different IDs, while several
 * consents read it. The same seed produces the same history.
 */

/** The daily seeds include each mood. */
const firstSeed = isNightly ? 1 : 24;

interface Options {
  count: number;
  /** True if the driver is killed once in each history. */
  kills?: boolean;
  /** One database for all histories. By default, each history has its own SQLite file. */
  database?: (context: TestContext) => Promise<string>;
}

/** Tests a starter's stored data after each read of many histories. */
function testHistories(label: string, { count, kills = false, database }: Options): void {
  const how = `${kills ? ', killed once in each' : ''}${database ? ', on PostgreSQL' : ''}`;
  test(`${label} stores the bank's data in ${count} histories${how}`, async (context) => {
    const folder = testFolder(context);
    const starter = starters.find((each) => each.label === label)!;
    const shared = await database?.(context);
    const serve = await startHistoryServer(context);
    let driver = startDriver(context, starter);
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      const history = new History(seed);
      const { steps } = history;
      const oracle = new Oracle(history);
      const reads = steps.filter((step) => 'views' in step);
      const killed = kills ? reads[seed % reads.length] : undefined;
      for (const [index, step] of steps.entries())
        try {
          await follow(step, oracle, seed, step === killed);
        } catch (cause) {
          throw new Error(`Seed ${seed}, step ${index} of ${steps.length}`, { cause });
        }
    }

    async function follow(step: Step, oracle: Oracle, seed: number, isKilled: boolean) {
      const { userId, id: consentId } = step.consent;
      const line = { database: shared ?? join(folder, `${seed}.db`), userId, now: new Date(step.now) };
      /** Ends a consent and returns the stored data. */
      const ended = async (removeConsent: string) => succeeded(await driver.send({ ...line, removeConsent }));
      if (!('views' in step)) {
        await ended(consentId);
        oracle.ended.add(consentId);
        return;
      }
      const send = (visit: Visit) => driver.send({ ...line, consentId, url: serve(visit) });
      if (isKilled) {
        const visit = new Visit(step);
        const moment = killMoment(visit, seed);
        await Promise.race([moment, Promise.allSettled([send(visit)])]);
        await driver.kill();
        driver = startDriver(context, starter);
        const left = await ended('unknown');
        if (oracle.equals(userId, left)) oracle.interrupted(visit);
        else oracle.succeeded(visit, left, false);
      }
      const visit = new Visit(step);
      const answer = await send(visit);
      if (!visit.mustFail) return oracle.succeeded(visit, succeeded(answer));
      assert.equal(answer.ok, false, `${step.trouble}: the driver reports no error.`);
      const tries = visit.tries.length;
      // A client starts over at most three times.
      if (step.trouble === 'restless') assert.ok(tries > 1 && tries <= 4, `The client tried ${tries} times.`);
      const isUnchanged = oracle.equals(userId, await ended('unknown'));
      assert.ok(isUnchanged, `${step.trouble}: a read that failed changed something.`);
    }
  });
}

describe('Histories', { concurrency: 2 }, () => {
  before(() => compileStarters());
  for (const { label } of new Set([...dailyStarters, ...testedStarters])) {
    testHistories(label, { count: isNightly ? 1_000 : 8 });
    testHistories(label, { count: isNightly ? 200 : 2, kills: true });
  }
  if (!isNightly) return;
  testHistories('Python', { count: 1_000, database: startPostgres });
  testHistories('Python', { count: 200, kills: true, database: startPostgres });
  testHistories('PHP', { count: 100, database: startPostgres });
});

/** Resolves at a random request during a read, or just after the last one, while the starter is storing. */
function killMoment(visit: Visit, seed: number): Promise<void> {
  return new Promise((resolve) => {
    visit.onRequest = () => {
      if (seed % 2 === 0 && visit.requests.length === 2 + ((seed / 2) % 8)) resolve();
      if (seed % 2 === 1 && visit.looks === 2) void sleep(((seed - 1) / 2) % 20).then(resolve);
    };
  });
}
