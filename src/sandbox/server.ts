import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { OpenApiDocument } from '../contract/model.ts';
import { createApi } from './api.ts';
import { systemClock, type Clock } from './clock.ts';
import { consentPage } from './consent-page.ts';
import { problem, type SandboxResponse } from './http.ts';
import { emptyState, type Sandbox, type Settings } from './state.ts';
import { tellStory } from './story.ts';

/** The longest request body, in bytes. */
const LONGEST_BODY = 1024 * 1024;

/** The settings of a sandbox that listens on a port. */
export type ServerSettings = Omit<Settings, 'origin'> & {
  /** `0` selects a free port. */
  port: number;
  /** Whether the sandbox starts with the data of the examples. */
  story: boolean;
};

/**
 * Starts the sandbox on the loopback interface.
 *
 * @param document - The combined contract.
 */
export async function startSandbox(
  document: OpenApiDocument,
  { port, story, ...settings }: ServerSettings,
  clock: Clock = systemClock,
): Promise<{ server: Server; sandbox: Sandbox }> {
  const sandbox: Sandbox = {
    state: emptyState(),
    clock,
    settings: { ...settings, origin: '' },
    examples: exampleReader(document),
  };
  if (story) tellStory(sandbox);
  const api = await createApi(document, sandbox);

  const server = createServer((request, response) => {
    respond(request).then(
      ({ status, body, type = 'application/json', headers = {} }) => {
        const content = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
        response.writeHead(status, { ...headers, ...(content !== '' && { 'content-type': type }) });
        response.end(content);
      },
      (error: unknown) => {
        if (request.destroyed) return;
        console.error(error);
        response.writeHead(500).end();
      },
    );
  });

  async function respond(request: IncomingMessage): Promise<SandboxResponse> {
    const url = new URL(request.url ?? '/', sandbox.settings.origin);
    const method = request.method ?? 'GET';
    const text = await bodyOf(request);
    if (text === undefined) return problem(413, 'Content Too Large', 'The body is longer than 1 MiB.');
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
    const form = isForm ? Object.fromEntries(new URLSearchParams(text)) : {};
    return (
      consentPage(sandbox, method, url, form) ??
      (await api.handleRequest({
        method,
        path: url.pathname,
        query: url.search.slice(1),
        headers: request.headers as Record<string, string>,
        ...(text !== '' && { body: isForm ? form : text }),
      }))
    );
  }

  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  sandbox.settings.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`;
  return { server, sandbox };
}

/** The text of a request's body, or undefined if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LONGEST_BODY) chunks.push(chunk);
  }
  return length > LONGEST_BODY ? undefined : Buffer.concat(chunks).toString();
}

/** Reads an example of the combined contract. */
function exampleReader({ components }: OpenApiDocument): Sandbox['examples'] {
  return (_, name) => {
    const example = components?.examples?.[name];
    if (!example || !('value' in example)) throw new Error(`The contracts have no example ${name}.`);
    return structuredClone(example.value);
  };
}
