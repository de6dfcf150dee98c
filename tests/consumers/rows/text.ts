import type { Consumer } from '../consumer.ts';

/** Programs that read text and feeds, such as `/skill.md` and `/llms.txt`. */
export const textReaders: readonly Consumer[] = [];
