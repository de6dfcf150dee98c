import type { OpenAPIV3_1 } from 'openapi-types';
import { dereference } from '../../contract/lookup.ts';
import type { Contract } from '../../contract/model.ts';

/** The URLs and the scopes of the APIs. */
export interface ApiUrls {
  /** Base URL of the operations that need a token. */
  baseUrl: string;
  /** The contract's description of the base URL, such as that it is a placeholder. */
  description: string;
  /** URL of the token request. */
  tokenUrl: string;
  /** The scopes to request, separated by spaces. */
  scope: string;
}

/**
 * Reads the URLs and scopes from the contracts' security schemes.
 *
 * @throws Error if no contract has a token URL, or if contracts have different ones.
 */
export function urlsOf(contracts: readonly Contract[]): ApiUrls {
  const found = contracts.flatMap((contract) =>
    Object.values(contract.document.components?.securitySchemes ?? {}).flatMap((reference) => {
      const scheme = dereference<OpenAPIV3_1.SecuritySchemeObject>(
        contract.document,
        reference as OpenAPIV3_1.SecuritySchemeObject,
      );
      const flow = scheme.type === 'oauth2' ? scheme.flows.clientCredentials : undefined;
      if (!flow) return [];
      return [
        {
          baseUrl: contract.server,
          description: contract.serverDescription,
          tokenUrl: flow.tokenUrl,
          scope: Object.keys(flow.scopes).join(' '),
        },
      ];
    }),
  );
  const [first] = found;
  if (!first)
    throw new Error('Postman collection: no contract has a security scheme with client credentials.');
  const other = found.find(({ tokenUrl, scope }) => tokenUrl !== first.tokenUrl || scope !== first.scope);
  if (other) {
    throw new Error(
      `Postman collection: the contracts have two token URLs, ${first.tokenUrl} (${first.scope}) and ` +
        `${other.tokenUrl} (${other.scope}). Use the one in openapi/shared/security.yaml in all of them.`,
    );
  }
  return first;
}

/** Replaces the base URL with the variable of the environment. The token URL begins with it too. */
export function withBaseUrl(url: string, { baseUrl }: ApiUrls): string {
  return url.startsWith(`${baseUrl}/`) ? `{{baseUrl}}${url.slice(baseUrl.length)}` : url;
}
