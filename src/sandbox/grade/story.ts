import { contentOf, idIn } from '../bank.ts';
import { dateTime } from '../clock.ts';
import { controlsDocument } from '../controls/document.ts';
import type { controlOperations } from '../controls/operations.ts';
import type { Consent, Sandbox } from '../state.ts';

type Control = keyof ReturnType<typeof controlOperations>;

/** When a step happens, and the control calls that it makes, each with its parameters and the fields of its body. */
export type Step = {
  /** Before the sandbox acts on a request of this operation. */
  before?: string;
  /** After the response to a request of this operation. */
  after?: string;
  /** Which request of the operation. The default is the first one. */
  nth?: number;
  /** Seconds of the sandbox's clock after that request or, without one, after the start. */
  at?: number;
} & { [Name in Control]?: object };

/** What happens at the bank and at the platform while a program runs. */
export interface Story {
  /** What the sandbox starts with. */
  start?: { empty?: boolean; user?: string; provider?: string; settings?: object };
  steps: readonly Step[];
}

const DAY = 24 * 60 * 60 * 1000;
const timing = new Set(['before', 'after', 'nth', 'at']);

/** The method and the path of each control call. */
function routes(): Map<string, [method: string, path: string]> {
  const { paths = {} } = controlsDocument();
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, { operationId?: string }>).flatMap(
        ([method, { operationId }]) => (operationId ? [[operationId, [method.toUpperCase(), path]]] : []),
      ),
    ),
  );
}

/**
 * Plays the steps of a story.
 *
 * @param failed - What to do about a step that the sandbox refuses.
 * @returns What to call before and after each request of an operation.
 */
export function play(sandbox: Sandbox, steps: readonly Step[], failed: (message: string) => void) {
  const calls = routes();
  const counts = new Map<string, number>();

  async function make(step: Step) {
    for (const [name, parameters] of Object.entries(step)) {
      if (timing.has(name)) continue;
      const [method, path] = calls.get(name)!;
      const { id = '', ...body } = resolved(sandbox, parameters) as Record<string, unknown>;
      const response = await fetch(sandbox.settings.origin + path.replace('{id}', String(id)), {
        method,
        ...(Object.keys(body).length > 0 && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      if (!response.ok) failed(`${name}: ${response.status} ${await response.text()}`);
    }
  }

  /** Makes the steps that are due, one after the other. */
  async function when(moment: 'before' | 'after' | undefined, operationId?: string) {
    const key = `${moment} ${operationId}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    for (const step of steps) {
      const isDue =
        moment === undefined
          ? step.before === undefined && step.after === undefined
          : step[moment] === operationId && (step.nth ?? 1) === count;
      if (!isDue) continue;
      if (step.at === undefined) await make(step);
      else sandbox.clock.after(step.at * 1000, () => void make(step));
    }
  }
  return {
    start: () => when(undefined),
    before: (operationId: string) => when('before', operationId),
    after: (operationId: string) => when('after', operationId),
  };
}

const REFERENCE = /^\$(consent|account|transaction|today|newest)(\d*)([+-]\d+)?$/;

/** Replaces references such as `$consent`, `$account2`, and `$newest-60`, also in nested values. */
function resolved(sandbox: Sandbox, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(sandbox, each));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(sandbox, each)]));
  const [, name, number, days = '0'] = (typeof value === 'string' && REFERENCE.exec(value)) || [];
  if (name === undefined) return value;
  const consent = newestConsent(sandbox);
  const { accounts, transactions } = consent ? contentOf(consent.bank) : { accounts: [], transactions: [] };
  const dates = transactions.map(({ bookDate }) => Date.parse(bookDate));
  const dayOf = (moment: number) => dateTime(moment + Number(days) * DAY).slice(0, 10);
  if (name === 'today') return dayOf(sandbox.clock.now());
  if (name === 'newest') return dayOf(Math.max(...dates));
  if (name === 'consent') return consent?.id;
  const item = (name === 'account' ? accounts : transactions)[Number(number || 1) - 1];
  return consent && item && idIn(consent, item.id);
}

/** The consent that was created last. */
export function newestConsent({ state }: Sandbox): Consent | undefined {
  return [...state.consents.values()].at(-1);
}
