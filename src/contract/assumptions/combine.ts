import type { Assumption, ShownAt } from './index.ts';
import type { AssumptionKind } from './place.ts';

/** Assumptions of one kind with the same reason, which readers see as one. */
export interface CombinedAssumption {
  /** Words before the names, such as "Status of"; empty if the names need none. */
  before: string;
  /** What is assumed, and why. */
  reason: string;
  /** What to do until it is confirmed. */
  advice: string;
  members: Assumption[];
  /** Where the static reference shows its members, each page once. */
  shownAt: ShownAt[];
}

/** For each kind: the words before a name or several, and what to do if the contract says nothing else. */
const kinds: Readonly<Record<AssumptionKind, { before?: string; plural?: string; advice: string }>> = {
  host: { advice: 'Keep it in your configuration, and replace it with the URL that support gives you.' },
  parameter: {
    before: 'Parameter',
    plural: 'Parameters',
    advice: 'Send a value like the example, and check that the response matches it.',
  },
  request: { before: 'Request to', advice: 'Send the body as in the example.' },
  input: { advice: 'If you send it, send a value like the example.' },
  status: { before: 'Status of', advice: 'Treat any 2xx status as success.' },
  response: {
    before: 'Response of',
    advice: 'Check the body before you use it, and log anything unexpected.',
  },
  event: { advice: 'Treat the event as a hint, and fetch the consent before you act on it.' },
  reply: { before: 'Response to', advice: 'Return 200 without a body, then process the event.' },
  object: { advice: 'Ignore unknown fields, and be ready for any field to be absent.' },
  field: { advice: 'Check the value before you use it, and log anything unexpected.' },
  values: {
    before: 'Values of',
    advice: 'Branch on the values, not on their descriptions, and handle unknown ones.',
  },
  example: { before: 'Example', plural: 'Examples', advice: "Don't rely on the values in the example." },
};

/** Combines assumptions of the same kind with the same reason, in the order of the first of each. */
export function combine(assumptions: readonly Assumption[]): CombinedAssumption[] {
  const groups = Map.groupBy(assumptions, (each) =>
    [each.kind, before([each]), each.reason, each.advice].join(' '),
  );
  return [...groups.values()].map((members) => {
    const { kind, reason, advice } = members[0]!;
    return {
      before: before(members),
      reason,
      advice: advice || kinds[kind].advice,
      members,
      shownAt: members
        .flatMap(({ shownAt }) => shownAt)
        .filter(({ title }, index, all) => all.findIndex((each) => each.title === title) === index),
    };
  });
}

function before(members: readonly Assumption[]): string {
  const { kind, operation, status } = members[0]!;
  // A schema that is a request's body needs no words before its name.
  if (kind === 'request' && !operation) return '';
  if (status) return `Response ${status} of`;
  const words = kinds[kind];
  return (members.length > 1 ? words.plural : undefined) ?? words.before ?? '';
}
