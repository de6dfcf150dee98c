import { changeLogOf, type Release } from './change-log.ts';
import { contracts } from './index.ts';
import type { Contract } from './model.ts';

/** A version of an API, with what changed in it. */
export interface ApiRelease extends Release {
  contract: Contract;
}

/** The versions of all APIs, newest first. Those of one day are in the order of the reference. */
export function allChanges(): ApiRelease[] {
  return contracts()
    .flatMap((contract) => changeLogOf(contract.name).map((release) => ({ ...release, contract })))
    .sort((one, other) => other.date.localeCompare(one.date));
}
