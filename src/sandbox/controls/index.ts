import addFormats from 'ajv-formats';
import { OpenAPIBackend, type Context, type Document, type Request } from 'openapi-backend';
import { invalid, methodNotAllowed } from '../api.ts';
import { notFound, requestOf, type Operation, type SandboxResponse } from '../http.ts';
import type { Sandbox } from '../state.ts';
import { bankData } from './bank-data.ts';
import { controlsDocument } from './document.ts';
import { events } from './events.ts';
import { faultResponse, faults, nextFault } from './faults.ts';
import { requests } from './requests.ts';
import { statuses } from './statuses.ts';
import { tokens } from './tokens.ts';
import { wholeSandbox } from './whole-sandbox.ts';

/** What comes before the APIs of the platform: the control calls, and the faults that they have set. */
export interface Controls {
  /**
   * The response to a control call, or the one of a fault. It may come late.
   *
   * @returns Nothing if the APIs respond; `'drop'` if the connection closes without a response.
   */
  respond: (request: Request) => Promise<SandboxResponse | 'drop' | undefined>;
}

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
  const operations: Record<string, Operation> = {
    ...statuses(sandbox),
    ...bankData(sandbox),
    ...events(sandbox),
    ...tokens(sandbox),
    ...faults(sandbox, documented),
    ...wholeSandbox(sandbox, story),
    ...requests(sandbox),
  };
  const controls = new OpenAPIBackend({
    definition: structuredClone(controlsDocument()) as Document,
    quick: true,
    customizeAjv: (ajv) => addFormats(ajv, ['date', 'uri', 'uuid', 'date-time']),
    handlers: Object.fromEntries(
      Object.entries(operations).map(([id, operation]) => [
        id,
        (context: Context) => operation(requestOf(context)),
      ]),
    ),
  });
  controls.register({
    notFound: ({ request }) => notFound(`There is no control call at ${request.path}.`),
    methodNotAllowed: ({ request, api: { router } }) => methodNotAllowed(router, request),
    validationFail: invalid,
  });
  await controls.init();

  return {
    async respond(request) {
      if (request.path.startsWith('/sandbox/'))
        return (await controls.handleRequest(request)) as SandboxResponse;
      const operationId = api.matchOperation(request)?.operationId;
      const fault = operationId === undefined ? undefined : nextFault(sandbox, operationId);
      if (!fault || operationId === undefined) return undefined;
      const { delay, drop, status } = fault;
      if (delay) await new Promise<void>((resolve) => sandbox.clock.after(delay, resolve));
      if (drop) return 'drop';
      return status === undefined ? undefined : faultResponse(fault, status, operationId);
    },
  };
}
