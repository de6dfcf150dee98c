import { noContent, type Operation } from '../http.ts';
import type { Sandbox } from '../state.ts';

/** Control calls for access tokens. */
export function tokens({ state, settings }: Sandbox) {
  return {
    expireTokens: () => {
      state.tokens.clear();
      return noContent;
    },
    configureTokens: ({ body }) => {
      settings.tokenLifetime = body['expiresIn'] as number | null;
      return noContent;
    },
  } satisfies Record<string, Operation>;
}
