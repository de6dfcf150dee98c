import type { Check, Checks } from '../check.ts';
import { consentChecks } from './consents.ts';
import { eventChecks } from './events.ts';
import { failureChecks } from './failures.ts';
import { readChecks } from './reading.ts';
import { removalChecks } from './removal.ts';
import { tokenChecks } from './tokens.ts';

const all = {
  ...tokenChecks,
  ...consentChecks,
  ...eventChecks,
  ...readChecks,
  ...failureChecks,
  ...removalChecks,
};

/** The name of a check. */
export type CheckName = keyof typeof all;

/** All checks with their names, in the order of the go-live checklist. */
export const checks: Checks & Readonly<Record<CheckName, Check>> = all;
