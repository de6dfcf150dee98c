import type { TestContext } from 'node:test';

/** A program that reads what we publish, and what counts as right. `docs/testing.md` says how to add one. */
export interface Consumer {
  /** What it reads, such as `/skill.md`. */
  artifact: string;
  /** The program's name, such as `skills` or `nginx of Debian`. */
  reader: string;
  /** The version that ran, as the program or its package states it. */
  version: () => string;
  /** What counts as right, in words that follow the reader: `installs the skill from a folder`. */
  right: string;
  /** Runs the program. Throws if the outcome isn't right. */
  check: (context: TestContext) => Promise<void> | void;
  /** Runs only in `npm run test:all`, because the program is slow or `npm test` doesn't install it. */
  nightly?: true;
}
