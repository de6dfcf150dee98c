import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { environment } from '../../support/project-copy.ts';
import { starters } from '../support/starters.ts';

export interface StoredAccount {
  key: string;
  id: string;
  consentId: string;
  iban: string | null;
  providerAccountId: string | null;
  currency: string;
  closed: boolean;
}

export interface StoredTransaction {
  account: string;
  id: string;
  bookDate: string;
  minor: string;
  currency: string;
  removed: boolean;
}

/** What is stored for a user. `kept` counts the accounts whose list was empty by mistake in the last read. */
export interface Stored {
  accounts: StoredAccount[];
  transactions: StoredTransaction[];
  kept: number;
}

/** A line for a driver: what to read or whose consent has ended. */
export interface Line {
  database: string;
  url: string;
  userId: string;
  now: string;
  consentId?: string;
  removeConsent?: string;
}

export type Answer = ({ ok: true } & Stored) | { ok: false; error: string };

/** A program that reads and stores with the code of a starter. */
export class Driver {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  #errors = '';

  constructor(label: string) {
    const { run, driver } = starters.find((starter) => starter.label === label)!;
    const [command, ...options] = run(driver);
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

  /** Ends a consent, and returns what is stored. */
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
