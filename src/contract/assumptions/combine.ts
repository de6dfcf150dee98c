import type { Assumption } from './index.ts';
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
}

/** For each kind: the words before the names, and what to do if the contract says nothing else. */
const kinds: Readonly<Record<AssumptionKind, { before?: string; advice: string }>> = {
  host: { advice: 'Keep it in your configuration, and replace it with the URL that support gives you.' },
  parameter: {
    before: 'Parameter',
    advice: 'Send a value like the example, and check that the response matches it.',
  },
  request: { before: 'Request to', advice: 'Send the body as the example shows it.' },
  input: { advice: 'Leave it out if you can. Otherwise, send a value like the example.' },
  status: { before: 'Status of', advice: 'Accept every 2xx status as success.' },
  response: { before: 'Response of', advice: 'Check the body before you read it, and log one that differs.' },
  event: { advice: 'Take the event as a hint only: get the consent before you act on it.' },
  reply: { before: 'Response to', advice: 'Return 200 without a body, then process the event.' },
  object: { advice: 'Ignore unknown fields, and expect every field to be absent.' },
  field: { advice: 'Validate the value before you use it, and log one that differs.' },
  values: {
    before: 'Values of',
    advice: 'Branch on the values, not on their descriptions, and handle unknown ones.',
  },
  example: { before: 'Example', advice: "Don't rely on the values in the example." },
};

/** Combines assumptions of the same kind with the same reason, in the order of the first of each. */
export function combine(assumptions: readonly Assumption[]): CombinedAssumption[] {
  const groups = Map.groupBy(assumptions, (each) =>
    [each.kind, beforeName(each), each.reason, each.advice].join(' '),
  );
  return [...groups.values()].map((members) => {
    const first = members[0]!;
    return {
      before: beforeName(first),
      reason: first.reason,
      advice: first.advice || kinds[first.kind].advice,
      members,
    };
  });
}

/** A schema that is a request's body needs no words before its name. */
function beforeName({ kind, operation }: Assumption): string {
  return kind === 'request' && !operation ? '' : (kinds[kind].before ?? '');
}
