import { test } from 'node:test';
import type { Consumer } from './consumer.ts';
import { contractReaders } from './rows/contracts.ts';
import { downloadReaders } from './rows/downloads.ts';
import { hostReaders } from './rows/hosts.ts';
import { programReaders } from './rows/programs.ts';
import { textReaders } from './rows/text.ts';

const consumers: readonly Consumer[] = [
  ...textReaders,
  ...contractReaders,
  ...downloadReaders,
  ...programReaders,
  ...hostReaders,
];

/** Runs the rows for `npm test`, or those that only run nightly. */
export function runConsumers(nightly: boolean): void {
  for (const { artifact, reader, version, right, check } of consumers.filter(
    (consumer) => (consumer.nightly ?? false) === nightly,
  ))
    test(`${artifact}: ${reader} ${right}`, async (t) => {
      t.diagnostic(`${reader} ${version()}`);
      await check(t);
    });
}
