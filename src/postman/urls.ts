import type { OpenAPIV3_1 } from 'openapi-types';
import { dereference } from '../contract/lookup.ts';
import type { Contract } from '../contract/model.ts';

/** What the contracts say about where to call and with which scope. */
export interface Addresses {
  /** Base address of the calls that need a token. */
  baseUrl: string;
  /** Address of the call that creates a token. */
  tokenUrl: string;
  /** The scopes to ask for, with a space between two. */
  scope: string;
}

/**
 * Reads the addresses from the contracts' security scheme.
 *
 * @throws Error when the contracts name no token address, or more than one.
 */
export function addressesOf(contracts: readonly Contract[]): Addresses {
  const found = contracts.flatMap((contract) =>
    Object.values(contract.document.components?.securitySchemes ?? {}).flatMap((reference) => {
      const scheme = dereference<OpenAPIV3_1.SecuritySchemeObject>(
        contract.document,
        reference as OpenAPIV3_1.SecuritySchemeObject,
      );
      const flow = scheme.type === 'oauth2' ? scheme.flows.clientCredentials : undefined;
      if (!flow) return [];
      return [
        { baseUrl: contract.server, tokenUrl: flow.tokenUrl, scope: Object.keys(flow.scopes).join(' ') },
      ];
    }),
  );
  const [first] = found;
  if (!first)
    throw new Error('Postman collection: no contract has a security scheme with client credentials.');
  const other = found.find(({ tokenUrl, scope }) => tokenUrl !== first.tokenUrl || scope !== first.scope);
  if (other) {
    throw new Error(
      `Postman collection: the contracts name two token calls, ${first.tokenUrl} (${first.scope}) and ` +
        `${other.tokenUrl} (${other.scope}). Give all of them the one in openapi/shared/security.yaml.`,
    );
  }
  return first;
}

/** Writes an address with the variables of the environment in place of the hosts. */
export function withVariables(address: string, { baseUrl, tokenUrl }: Addresses): string {
  if (address === tokenUrl) return '{{tokenUrl}}';
  return address.startsWith(`${baseUrl}/`) ? `{{baseUrl}}${address.slice(baseUrl.length)}` : address;
}
