import { sandboxDefaults } from '../../config/sandbox.ts';
import { site } from '../../config/site.ts';
import type { Contract } from '../../contract/model.ts';
import { urlsOf } from './urls.ts';
import { stableId } from './ids.ts';
import type { Environment } from './model.ts';

/** Creates the environment of the platform. Its credentials are empty. */
export function platformEnvironment(contracts: readonly Contract[]): Environment {
  const { baseUrl, description } = urlsOf(contracts);
  return {
    id: stableId('environment'),
    name: site.product,
    values: [
      { key: 'baseUrl', value: baseUrl, type: 'default', enabled: true, description },
      { key: 'clientId', value: '', type: 'default', enabled: true },
      { key: 'clientSecret', value: '', type: 'secret', enabled: true },
      { key: 'accessToken', value: '', type: 'secret', enabled: true },
    ],
    _postman_variable_scope: 'environment',
  };
}

/** Creates the environment of a sandbox that was started without options. Nothing in it is secret. */
export function sandboxEnvironment(): Environment {
  const { origin, clientId, clientSecret } = sandboxDefaults;
  return {
    id: stableId('environment/sandbox'),
    name: `${site.product} (sandbox)`,
    values: [
      { key: 'baseUrl', value: origin, type: 'default', enabled: true },
      { key: 'clientId', value: clientId, type: 'default', enabled: true },
      { key: 'clientSecret', value: clientSecret, type: 'default', enabled: true },
      { key: 'accessToken', value: '', type: 'secret', enabled: true },
    ],
    _postman_variable_scope: 'environment',
  };
}
