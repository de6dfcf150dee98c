import type { OpenAPIBackend, Request } from 'openapi-backend';
import { createBackend } from '../api.ts';
import { notFound, problem, type SandboxResponse } from '../http.ts';
import { tokenError } from '../operations/authentication.ts';
import type { Fault, Sandbox } from '../state.ts';
import { controlsDocument } from './document.ts';
import { controlOperations } from './operations.ts';

/**
 * What comes before the APIs of the platform: the control calls, and the faults that they have set. It responds to a
 * control call, or with a fault, which may come late.
 *
 * @returns Nothing if the APIs respond; `'drop'` if the connection closes without a response.
 */
export type Controls = (request: Request) => Promise<SandboxResponse | 'drop' | undefined>;

/**
 * Creates the control calls, validated by their own document.
 *
 * @param api - The APIs of the platform.
 * @param story - Whether the sandbox was started with the data of the examples.
 */
export async function createControls(
  sandbox: Sandbox,
  api: OpenAPIBackend,
  story: boolean,
): Promise<Controls> {
  const documented = (operationId: string) => {
    const operation = api.router.getOperation(operationId);
    const statuses = Object.keys(operation?.responses ?? {}).map(Number);
    return operation && statuses.filter((status) => status >= 400);
  };
  const controls = createBackend(controlsDocument(), controlOperations(sandbox, documented, story));
  controls.register({
    notFound: ({ request }) => notFound(`There is no control call at ${request.path}.`),
  });
  await controls.init();

  return async (request) => {
    if (request.path.startsWith('/sandbox/'))
      return (await controls.handleRequest(request)) as SandboxResponse;
    const operationId = api.matchOperation(request)?.operationId;
    const fault = operationId === undefined ? undefined : nextFault(sandbox, operationId);
    if (!fault || operationId === undefined) return undefined;
    const { delay, drop, status } = fault;
    if (delay) await new Promise<void>((resolve) => sandbox.clock.after(delay, resolve));
    if (drop) return 'drop';
    return status === undefined ? undefined : faultResponse(fault, status, operationId);
  };
}

/** Takes the oldest fault that a request of an operation meets, and counts it. */
function nextFault({ state }: Sandbox, operationId: string): Fault | undefined {
  const fault = state.faults.find((each) => (each.operationId ?? operationId) === operationId);
  if (fault && --fault.times === 0) state.faults = state.faults.filter((each) => each !== fault);
  return fault;
}

/** The response of a fault with a status. The token endpoint has errors of its own, and the refresh limit has no body. */
function faultResponse({ retryAfter }: Fault, status: number, operationId: string): SandboxResponse {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const detail = 'A fault that was set with POST /sandbox/faults.';
  if (operationId === 'createAccessToken' && status < 429)
    return { ...tokenError(status, status === 401 ? 'invalid_client' : 'invalid_request', detail), headers };
  if (status === 429) return { status, headers };
  return { ...problem(status, detail), headers };
}
