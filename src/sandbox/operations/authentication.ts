import { randomBytes } from 'node:crypto';
import { Refusal, type Handlers, type SandboxResponse } from '../http.ts';
import type { Sandbox } from '../state.ts';

/** The token endpoint, whose tokens all other operations require. */
export function authenticationHandlers({ state, clock, settings }: Sandbox) {
  return {
    createAccessToken: ({ body }) => {
      if (body['scope'] !== undefined && body['scope'] !== 'customer-api')
        throw new Refusal(tokenError(400, 'invalid_scope', 'The scope must be customer-api.'));
      const { clientId, clientSecret } = settings;
      if (body['client_id'] !== clientId || body['client_secret'] !== clientSecret)
        throw new Refusal(tokenError(401, 'invalid_client', 'The client ID or the secret is not valid.'));
      const accessToken = `sandbox-${randomBytes(24).toString('base64url')}`;
      const expiresIn = settings.tokenLifetime;
      state.tokens.set(accessToken, clock.now() + (expiresIn ?? 3600) * 1000);
      return { accessToken, tokenType: 'bearer', ...(expiresIn !== null && { expiresIn }) };
    },
  } satisfies Partial<Handlers>;
}

/** An error from the token endpoint. Its fields are in camelCase, as in the contract. */
export function tokenError(status: number, error: string, errorDescription: string): SandboxResponse {
  return {
    status,
    body: { error, errorDescription, errorUri: `https://www.example.com/errors/${error}` },
  };
}

/** The reason why a request isn't authorized; `undefined` if the sandbox issued its token and it hasn't expired. */
export function unauthorizedReason({ state, clock }: Sandbox, authorization: unknown): string | undefined {
  if (authorization === undefined) return 'The request has no Authorization header.';
  const [scheme = '', token = '', ...others] = String(authorization).split(' ');
  if (scheme.toLowerCase() !== 'bearer' || token === '' || others.length > 0)
    return "The Authorization header isn't Bearer followed by a token.";
  const expires = state.tokens.get(token);
  if (expires === undefined) return "The sandbox hasn't issued this token since it started.";
  return clock.now() < expires ? undefined : 'The token has expired.';
}
