import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../support/postgres.ts';
import { environment } from '../support/project-copy.ts';
import { History, type Step } from './histories/history.ts';
import { Oracle, type Stored } from './histories/oracle.ts';
import { startHistoryServer, Visit } from './histories/server.ts';
import { compileStarters, daily, isNightly, starters, tested } from './support/starters.ts';
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
    const shared = await database?.(context);
    const seeds = Array.from({ length: count }, (_, index) => index + firstSeed);
    const databaseOf = (seed: number) => shared ?? join(folder, `${seed}.db`);
    const start = performance.now();
    const { failures, ...counts } = await runHistories(context, label, seeds, databaseOf, kills);
    const seconds = ((performance.now() - start) / 1_000).toFixed(0);
    context.diagnostic(`${seconds} s: ${JSON.stringify(counts)}`);
    assert.equal(failures.length, 0, `${failures.length} failed.\n${failures.slice(0, 5).join('\n\n')}`);
  });
}

describe('Histories', { concurrency: 2 }, () => {
  const labels = isNightly ? [...daily, ...tested] : tested;
  before(() => compileStarters());
  for (const label of labels) {
    testHistories(label, { count: isNightly ? 1_000 : 8 });
    testHistories(label, { count: isNightly ? 200 : 2, kills: true });
  }
  if (!isNightly) return;
  testHistories('Python', { count: 1_000, database: startPostgres });
  testHistories('Python', { count: 200, kills: true, database: startPostgres });
  testHistories('PHP', { count: 100, database: startPostgres });
});

/** Runs a driver through histories in sequence. Each failure includes its seed and step. */
async function runHistories(
  context: TestContext,
  label: string,
  seeds: Iterable<number>,
  databaseOf: (seed: number) => string,
  kills = false,
) {
  const server = await startHistoryServer(context);
  let driver = new Driver(label);
  const failures: string[] = [];
  const result = { failures, reads: 0, kills: 0 };
  try {
    for (const seed of seeds) {
      const history = new History(seed);
      const oracle = new Oracle(history);
      const reads = history.steps.flatMap((step, index) => ('read' in step ? [index] : []));
      const killed = kills ? reads[seed % reads.length] : undefined;
      let index = 0;
      try {
        for (; index < history.steps.length; index++) {
          const step = history.steps[index]!;
          const settings = { database: databaseOf(seed), now: new Date(timeOf(step)).toISOString() };
          if ('removed' in step) {
            const { id, userId } = step.removed;
            const url = 'http://127.0.0.1:1';
            await driver.stored({ ...settings, url, userId, removeConsent: id });
            oracle.ends(id);
            continue;
          }
          result.reads++;
          const { consent, trouble } = step.read;
          const { userId } = consent;
          const peek = () =>
            driver.stored({ ...settings, url: 'http://127.0.0.1:1', userId, removeConsent: 'unknown' });
          const url = (visit: Visit) => server.serve(`${seed}/${index}`, visit);
          if (index === killed) {
            const visit = new Visit(step.read);
            const moment = killMoment(visit, seed);
            const answer = driver.send({ ...settings, url: url(visit), userId, consentId: consent.id });
            await Promise.race([moment, Promise.allSettled([answer])]);
            await driver.kill();
            driver = new Driver(label);
            result.kills++;
            const left = await peek();
            if (oracle.equals(userId, left)) oracle.interrupted(visit);
            else oracle.succeeded(visit, left, false);
          }
          const visit = new Visit(step.read);
          const answer = await driver.send({ ...settings, url: url(visit), userId, consentId: consent.id });
          if (oracle.mustFail(visit)) {
            assert.equal(answer.ok, false, `${trouble}: the driver reports no error.`);
            if (trouble === 'restless') oracle.gaveUp(visit);
            assert.ok(
              oracle.equals(userId, await peek()),
              `${trouble}: a read that failed changed something.`,
            );
          } else {
            assert.ok(answer.ok, answer.ok ? '' : answer.error);
            oracle.succeeded(visit, answer);
          }
        }
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        failures.push(`Seed ${seed}, step ${index} of ${history.steps.length}: ${error.message}`);
        await driver.kill();
        driver = new Driver(label);
      }
    }
  } finally {
    await driver.kill();
  }
  return result;
}

/** A line of a driver's input: a consent to read, or one that has ended. */
interface Line {
  database: string;
  url: string;
  userId: string;
  now: string;
  consentId?: string;
  removeConsent?: string;
}

type Answer = ({ ok: true } & Stored) | { ok: false; error: string };

/** A program that uses a starter's code to read and store bank data. */
class Driver {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  #errors = '';

  constructor(label: string) {
    const { run, driver } = starters.find((starter) => starter.label === label)!;
    const [command, ...options] = run(driver('driver'));
    const child = spawn(command, options, { env: environment });
    child.stderr.on('data', (chunk: Buffer) => (this.#errors = (this.#errors + chunk).slice(-2_000)));
    child.stdin.on('error', ({ message }) => (this.#errors += message));
    this.#answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    this.#child = child;
  }

  async send(line: Line): Promise<Answer> {
    this.#child.stdin!.write(`${JSON.stringify(line)}\n`);
    const { value, done } = await this.#answers.next();
    assert.ok(!done, `The driver ended: ${this.#errors}`);
    return JSON.parse(value) as Answer;
  }

  /** Ends a consent and returns the stored data. */
  async stored(line: Line & { removeConsent: string }): Promise<Stored> {
    const answer = await this.send(line);
    assert.ok(answer.ok, answer.ok ? '' : answer.error);
    return answer;
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

const timeOf = (step: Step) => ('read' in step ? step.read.now : step.now);

/** Resolves at a random request during a read, or just after the last one, while the starter is storing. */
function killMoment(visit: Visit, seed: number): Promise<void> {
  return new Promise((resolve) => {
    let looks = 0;
    let requests = 0;
    visit.onRequest = ({ path }) => {
      requests++;
      if (path.startsWith('/Consent/')) looks++;
      if (seed % 2 === 0 && requests === 2 + ((seed / 2) % 8)) resolve();
      if (seed % 2 === 1 && looks === 2) void sleep(((seed - 1) / 2) % 20).then(resolve);
    };
  });
}
