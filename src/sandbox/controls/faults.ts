import { badRequest, noContent, ok, problem, type Operation, type SandboxResponse } from '../http.ts';
import type { Fault, Sandbox } from '../state.ts';
import { tokenError } from '../operations/authentication.ts';

/** Errors that any operation may return, although contracts don't document them. */
const ALWAYS = [429, 500, 502, 503, 504];

/** Control calls that make requests fail. */
export function faults({ state }: Sandbox, documented: (operationId: string) => number[] | undefined) {
  return {
    addFault: ({ body }) => {
      const fault = { times: 1, ...body } as Fault;
      const { operationId, status, drop, delay } = fault;
      const errors = operationId === undefined ? [] : documented(operationId);
      if (!errors) return badRequest('operationId', `The contracts have no operation ${operationId}.`);
      const allowed = [...new Set([...errors, ...ALWAYS])].sort();
      if (status !== undefined && !allowed.includes(status)) {
        return badRequest('status', `Send one of ${allowed.join(', ')}.`);
      }
      if (status === undefined && !drop && !delay) {
        return badRequest('status', 'Send status, drop, or delay.');
      }
      state.faults.push(fault);
      return { status: 201, body: fault };
    },
    listFaults: () => ok(state.faults),
    removeFaults: () => {
      state.faults = [];
      return noContent;
    },
  } satisfies Record<string, Operation>;
}

/** Takes the oldest fault that a request of an operation meets, and counts it. */
export function nextFault({ state }: Sandbox, operationId: string): Fault | undefined {
  const fault = state.faults.find((each) => (each.operationId ?? operationId) === operationId);
  if (fault && --fault.times === 0) state.faults = state.faults.filter((each) => each !== fault);
  return fault;
}

/** The response of a fault with a status. The token endpoint has errors of its own, and the refresh limit has no body. */
export function faultResponse({ retryAfter }: Fault, status: number, operationId: string): SandboxResponse {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const detail = 'A fault that was set with POST /sandbox/faults.';
  if (operationId === 'createAccessToken' && status < 429) {
    return { ...tokenError(status, status === 401 ? 'invalid_client' : 'invalid_request', detail), headers };
  }
  if (status === 429) return { status, headers };
  return { ...problem(status, 'Fault', detail), headers };
}
