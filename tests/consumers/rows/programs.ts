import type { Consumer } from '../consumer.ts';

/** Programs that run or unpack the sandbox, the starters, and the samples. */
export const programReaders: readonly Consumer[] = [];
