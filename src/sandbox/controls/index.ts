import type { OpenAPIBackend, Request } from 'openapi-backend';
import { createBackend } from '../api.ts';
import { notFound, type SandboxResponse } from '../http.ts';
import type { Sandbox } from '../state.ts';
import { controlsDocument } from './document.ts';
import { controlOperations } from './operations.ts';

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
): Promise<(request: Request) => Promise<SandboxResponse>> {
  const operations = controlOperations(sandbox, api.router.getOperations(), story);
  const controls = createBackend(controlsDocument(), operations);
  controls.register({
    notFound: ({ request }) => notFound(`There is no control call at ${request.path}.`),
  });
  await controls.init();
  return async (request) => (await controls.handleRequest(request)) as SandboxResponse;
}
