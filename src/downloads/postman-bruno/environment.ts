import { site } from '../../config/site.ts';
import type { Contract } from '../../contract/model.ts';
import { urlsOf } from './urls.ts';
import { stableId } from './ids.ts';
import type { Environment } from './model.ts';

/** Creates the Postman environment. Its variables differ from reader to reader; the credentials are empty. */
export function environmentOf(contracts: readonly Contract[]): Environment {
  const { baseUrl, tokenUrl, description } = urlsOf(contracts);
  return {
    id: stableId('environment'),
    name: site.product,
    values: [
      { key: 'clientId', value: '', type: 'default', enabled: true },
      { key: 'clientSecret', value: '', type: 'secret', enabled: true },
      { key: 'baseUrl', value: baseUrl, type: 'default', enabled: true, description },
      { key: 'tokenUrl', value: tokenUrl, type: 'default', enabled: true, description },
      { key: 'accessToken', value: '', type: 'secret', enabled: true },
    ],
    _postman_variable_scope: 'environment',
  };
}
