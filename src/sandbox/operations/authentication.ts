import { randomBytes } from 'node:crypto';
import { ok, type Operation, type SandboxResponse } from '../http.ts';
import type { Sandbox } from '../state.ts';

/** The token endpoint. All other operations need its token. */
export function authentication({ state, clock, settings }: Sandbox): Record<string, Operation> {
  return {
    createAccessToken: ({ body }) => {
      if (body['scope'] !== undefined && body['scope'] !== 'customer-api') {
        return tokenError(400, 'invalid_scope', 'The scope must be customer-api.');
      }
      const { clientId, clientSecret } = settings;
      if (body['client_id'] !== clientId || body['client_secret'] !== clientSecret) {
        return tokenError(401, 'invalid_client', 'The client ID or the secret is not valid.');
      }
      const accessToken = `sandbox-${randomBytes(24).toString('base64url')}`;
      const expiresIn = settings.tokenLifetime;
      state.tokens.set(accessToken, clock.now() + (expiresIn ?? 3600) * 1000);
      return ok({ accessToken, tokenType: 'bearer', ...(expiresIn !== null && { expiresIn }) });
    },
  };
}

/** An error of the token endpoint. Its fields are in camelCase, as in the contract. */
export function tokenError(status: number, error: string, errorDescription: string): SandboxResponse {
  return {
    status,
    body: { error, errorDescription, errorUri: `https://www.example.com/errors/${error}` },
  };
}

/** Whether a request has a token that the sandbox has issued and that hasn't expired. */
export function isAuthorized({ state, clock }: Sandbox, authorization: unknown): boolean {
  const token = typeof authorization === 'string' ? /^Bearer (\S+)$/i.exec(authorization)?.[1] : undefined;
  const expires = token === undefined ? undefined : state.tokens.get(token);
  return expires !== undefined && clock.now() < expires;
}
