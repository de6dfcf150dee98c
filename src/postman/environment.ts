import { site } from '../config/site.ts';
import type { Contract } from '../contract/model.ts';
import { addressesOf } from './urls.ts';
import { stableId } from './ids.ts';
import type { Environment } from './model.ts';

/** The variables of the collection that differ from reader to reader. Credentials are empty, for the reader to fill. */
export function environmentOf(contracts: readonly Contract[]): Environment {
  const { baseUrl, tokenUrl } = addressesOf(contracts);
  return {
    id: stableId('environment'),
    name: site.product,
    values: [
      { key: 'clientId', value: '', type: 'default', enabled: true },
      { key: 'clientSecret', value: '', type: 'secret', enabled: true },
      { key: 'baseUrl', value: baseUrl, type: 'default', enabled: true },
      { key: 'tokenUrl', value: tokenUrl, type: 'default', enabled: true },
      { key: 'accessToken', value: '', type: 'secret', enabled: true },
    ],
    _postman_variable_scope: 'environment',
  };
}
