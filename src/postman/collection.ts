import { site } from '../config/site.ts';
import type { Contract } from '../contract/model.ts';
import { addressesOf } from './urls.ts';
import { answersOf } from './responses.ts';
import { flowVariables, scriptOf } from './flow.ts';
import { stableId } from './ids.ts';
import { markdown, type Auth, type AuthAttribute, type Collection, type Folder, type Item } from './model.ts';
import { isTokenCall, requestOf, type Surroundings } from './request.ts';

/** The format that Postman and compatible tools read. */
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Makes one Postman collection of the contracts: a folder per API, a request per operation, its documented answers
 * as examples. The same contracts give the same collection, byte for byte. Webhooks are calls of the platform, so
 * they are not in it.
 *
 * @param home - URL of the documentation, without a slash at its end.
 */
export function collectionOf(contracts: readonly Contract[], home: string = site.origin): Collection {
  const surroundings: Surroundings = {
    home,
    addresses: addressesOf(contracts),
    variables: flowVariables(contracts),
  };
  return {
    info: {
      _postman_id: stableId('collection'),
      name: site.product,
      description: markdown(introductionOf(home)),
      schema: SCHEMA,
    },
    item: contracts.map((contract) => folderOf(contract, surroundings)),
    auth: authOf(surroundings.addresses.scope),
    variable: surroundings.variables.map(({ key, value }) => ({ key, value, type: 'string' })),
  };
}

const introductionOf = (home: string) =>
  [
    'Every call of every API, made from the contracts.',
    '1. Import the environment as well, and choose it.',
    '2. Enter `clientId` and `clientSecret` in the environment.',
    '3. Send **Create an access token**. It stores `accessToken`, which every other request sends.',
    `[How to run the calls in order](${home}/account-information/postman/)`,
  ].join('\n\n');

function folderOf(contract: Contract, surroundings: Surroundings): Folder {
  return {
    id: stableId(`folder/${contract.name}`),
    name: contract.title,
    description: markdown(contract.description),
    item: contract.operations
      .filter(({ kind }) => kind === 'operation')
      .map((operation): Item => {
        const request = requestOf(contract, operation, surroundings);
        const event = scriptOf(
          operation,
          isTokenCall(contract, operation, surroundings.addresses),
          surroundings.variables,
        );
        return {
          id: stableId(`request/${operation.id}`),
          name: operation.summary,
          ...(event.length > 0 && { event }),
          request,
          response: answersOf(contract, operation, request),
        };
      }),
  };
}

/** OAuth 2.0 client credentials, with the token that the token request stores. */
function authOf(scope: string): Auth {
  const attributes: Record<string, string> = {
    accessToken: '{{accessToken}}',
    addTokenTo: 'header',
    headerPrefix: 'Bearer',
    tokenType: 'bearer',
    grant_type: 'client_credentials',
    accessTokenUrl: '{{tokenUrl}}',
    clientId: '{{clientId}}',
    clientSecret: '{{clientSecret}}',
    client_authentication: 'body',
    scope,
  };
  const oauth2 = Object.entries(attributes).map(([key, value]): AuthAttribute => ({
    key,
    value,
    type: 'string',
  }));
  return { type: 'oauth2', oauth2 };
}
