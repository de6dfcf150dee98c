import { apis } from '../../config/apis.ts';
import { contract } from '../index.ts';
import { combine, type CombinedAssumption } from './combine.ts';
import { assumptions } from './index.ts';

/** Assumptions under one heading of *What is assumed*. */
export interface AssumptionGroup {
  /** ID of the heading. */
  id: string;
  title: string;
  entries: CombinedAssumption[];
}

/** Every assumption of the contracts: first those of several APIs, then those of each API that has any. */
export function assumptionGroups(): AssumptionGroup[] {
  const all = assumptions();
  return [
    {
      id: 'several-apis',
      title: 'Several APIs',
      entries: combine(all.filter((each) => each.apis.length > 1)),
    },
    ...apis.map(({ name }) => ({
      id: `${name}-api`,
      title: contract(name).title,
      entries: combine(all.filter((each) => each.apis.length === 1 && each.apis[0] === name)),
    })),
  ].filter(({ entries }) => entries.length > 0);
}
