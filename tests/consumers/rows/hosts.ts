import type { Consumer } from '../consumer.ts';

/** Web servers that read the host configurations. */
export const hostReaders: readonly Consumer[] = [];
