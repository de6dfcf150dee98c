import { site } from '../config/site.ts';
import type { Contract } from '../contract/model.ts';
import { urlsOf, type ApiUrls } from './urls.ts';
import { responsesOf } from './responses.ts';
import { flowVariables, scriptsOf } from './flow.ts';
import { stableId } from './ids.ts';
import { markdown, type Auth, type Collection, type Folder, type Item } from './model.ts';
import { isTokenCall, requestOf, type CollectionContext } from './request.ts';

/** The URL of the JSON schema that identifies the collection format. */
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
/**
 * Creates the Postman collection: a folder per API, a request per operation, and the documented responses as examples.
 * Webhooks aren't included, because the platform sends them. The same contracts produce the same bytes.
 *
 * @param home - The URL of the documentation, without a trailing slash.
 */
export function collectionOf(contracts: readonly Contract[], home: string = site.origin): Collection {
  const context: CollectionContext = {
    home,
    urls: urlsOf(contracts),
    variables: flowVariables(contracts),
  };
  return {
    info: {
      _postman_id: stableId('collection'),
      name: site.product,
      description: markdown(introductionOf(home, context.urls)),
      schema: SCHEMA,
    },
    item: contracts.map((contract) => folderOf(contract, context)),
    auth: storedToken,
    variable: context.variables.map(({ key, value }) => ({ key, value, type: 'string' })),
  };
}

const introductionOf = (home: string, { baseUrl, description }: ApiUrls) =>
  [
    'All operations of all APIs, generated from the contracts.',
    '1. Import the environment too, and select it.',
    '2. Set `clientId` and `clientSecret` in the environment.',
    '3. Send **Create an access token**. It stores `accessToken`, which every other request sends.',
    `The base URL is \`${baseUrl}\`. ${description}`,
    `[How to run the requests in order](${home}/account-information/postman/)`,
  ].join('\n\n');

function folderOf(contract: Contract, context: CollectionContext): Folder {
  return {
    id: stableId(`folder/${contract.name}`),
    name: contract.title,
    description: markdown(contract.description),
    item: contract.operations
      .filter(({ kind }) => kind === 'operation')
      .map((operation): Item => {
        const request = requestOf(contract, operation, context);
        const event = scriptsOf(operation, isTokenCall(contract, operation, context.urls), context.variables);
        return {
          id: stableId(`request/${operation.id}`),
          name: operation.summary,
          ...(event.length > 0 && { event }),
          request,
          response: responsesOf(contract, operation, request),
        };
      }),
  };
}

/**
 * The token that the token request stores. Postman's own OAuth 2.0 client finds no token, because it reads
 * `access_token` from the response.
 */
const storedToken: Auth = {
  type: 'bearer',
  bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }],
};
