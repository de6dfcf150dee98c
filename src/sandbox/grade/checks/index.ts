import type { Check, Checks } from '../check.ts';
import { consents } from './consents.ts';
import { events } from './events.ts';
import { failures } from './failures.ts';
import { reading } from './reading.ts';
import { removal } from './removal.ts';
import { tokens } from './tokens.ts';

const all = { ...tokens, ...consents, ...events, ...reading, ...failures, ...removal };

/** The name of a check. */
export type CheckName = keyof typeof all;

/** All checks with their names, in the order of the go-live checklist. */
export const checks: Checks & Readonly<Record<CheckName, Check>> = all;
