import type { ApiName } from '../../config/apis.ts';
import { site } from '../../config/site.ts';
import type { Contract, Operation } from '../../contract/model.ts';
import { urlsOf, type ApiUrls } from './urls.ts';
import { responsesOf } from './responses.ts';
import { flowVariables, scriptsOf } from './flow.ts';
import { stableId } from './ids.ts';
import { markdown, type Auth, type Collection, type Folder, type Item } from './model.ts';
import { isTokenCall, requestOf, type CollectionContext } from './request.ts';

/** The URL of the JSON schema that identifies the collection format. */
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * The APIs in the order in which a run needs their values: a consent needs a user, and its data needs the consent.
 * APIs that aren't listed follow.
 */
const runOrder: readonly ApiName[] = [
  'authentication',
  'providers',
  'users',
  'consents',
  'accounts',
  'transactions',
  'sequencing',
  'categorization-v2',
  'categorization',
  'analysis',
];

/**
 * Creates the Postman collection: a folder per API, a request per operation, and the documented responses as examples.
 * Requests that delete are in a last folder, in the opposite order, so that a run of the collection ends with them.
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
  const ordered = runOrder.flatMap((name) => contracts.filter((contract) => contract.name === name));
  const all = [...new Set([...ordered, ...contracts])];
  return {
    info: {
      _postman_id: stableId('collection'),
      name: site.product,
      description: markdown(introductionOf(home, context.urls)),
      schema: SCHEMA,
    },
    item: [...all.map((contract) => folderOf(contract, context)), deletions(all, context)],
    auth: storedToken,
    variable: context.variables.map(({ key, value, initial = value }) => ({
      key,
      value: initial,
      type: 'string',
    })),
  };
}

const introductionOf = (home: string, { baseUrl, description }: ApiUrls) =>
  [
    'All operations of all APIs, generated from the contracts.',
    '1. Import an environment too, and select it: the platform or the sandbox.',
    '2. For the platform, set `clientId` and `clientSecret` in the environment.',
    '3. Send **Create an access token**. It stores `accessToken`, which every other request sends.',
    `The platform's base URL is \`${baseUrl}\`. ${description}`,
    `[How to run the requests in order](${home}/account-information/postman/)`,
  ].join('\n\n');

/** The requests of an API, without those that delete. */
function folderOf(contract: Contract, context: CollectionContext): Folder {
  return {
    id: stableId(`folder/${contract.name}`),
    name: contract.title,
    description: markdown(contract.description),
    item: requestsOf(contract)
      .filter((operation) => !deletes(operation))
      .map((operation) => itemOf(contract, operation, context)),
  };
}

/** The requests of all APIs that delete. */
function deletions(contracts: readonly Contract[], context: CollectionContext): Folder {
  return {
    id: stableId('folder/deletions'),
    name: 'Delete what you created',
    description: markdown('Deletes the analysis job, the consent and the user. Run these requests last.'),
    item: [...contracts].reverse().flatMap((contract) =>
      requestsOf(contract)
        .filter(deletes)
        .map((operation) => itemOf(contract, operation, context)),
    ),
  };
}

const requestsOf = ({ operations }: Contract) => operations.filter(({ kind }) => kind === 'operation');
const deletes = ({ method }: Operation) => method.toUpperCase() === 'DELETE';

function itemOf(contract: Contract, operation: Operation, context: CollectionContext): Item {
  const request = requestOf(contract, operation, context);
  return {
    id: stableId(`request/${operation.id}`),
    name: operation.summary,
    event: scriptsOf(operation, isTokenCall(contract, operation, context.urls), context.variables),
    request,
    response: responsesOf(contract, operation, request),
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
