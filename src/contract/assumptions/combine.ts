import type { Assumption, ShownAt } from './index.ts';

/** Assumptions with the same reason and advice, which readers see as one. */
export interface CombinedAssumption {
  /** Words before the names, such as "Status of"; empty if the names need none. */
  before: string;
  reason: string;
  advice: string;
  members: Assumption[];
  /** Where the static reference shows its members, each page once. */
  shownAt: ShownAt[];
}

/** Combines assumptions with the same words before their names, reason and advice, in the order of the first of each. */
export function combine(assumptions: readonly Assumption[]): CombinedAssumption[] {
  const groups = Map.groupBy(assumptions, ({ about, reason, advice }) => `${about} ${reason} ${advice}`);
  return [...groups.values()].map((members) => {
    const { about = '', name, reason, advice } = members[0]!;
    const shownAt = members.flatMap((each) => each.shownAt);
    const isPlural = members.length > 1 && (about === 'Parameter' || about === 'Example');
    return {
      before: name === undefined ? '' : isPlural ? `${about}s` : about,
      reason,
      advice,
      members,
      shownAt: [...Map.groupBy(shownAt, ({ title }) => title).values()].map(([first]) => first!),
    };
  });
}
