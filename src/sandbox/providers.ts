import { consentStatus, type Sandbox } from './state.ts';

const { authenticating, authenticated, updating, updated, failing, error, timedOut } = consentStatus;

interface Provider {
  providerKey: string;
  name: string;
  countryCode: string;
  priority: boolean;
  beta: boolean;
}

const successPath = [authenticating, authenticated, updating, updated];
const declinedPath = [authenticating, error];

/** Providers whose consents have a special outcome or special data. */
const specialProviders: Record<string, { name: string; path?: number[]; slower?: number }> = {
  'sandbox-declined': { name: 'Sandbox: declined', path: declinedPath },
  'sandbox-failing': { name: 'Sandbox: failing', path: [authenticating, authenticated, updating, failing] },
  'sandbox-timeout': { name: 'Sandbox: timed out', path: [authenticating, timedOut] },
  'sandbox-slow': { name: 'Sandbox: slow', slower: 10 },
  'sandbox-empty': { name: 'Sandbox: no accounts' },
  'sandbox-many': { name: 'Sandbox: many transactions' },
  'sandbox-untidy': { name: 'Sandbox: untidy data' },
};

const provider = (providerKey: string, name: string, countryCode: string): Provider => {
  return { providerKey, name, countryCode, priority: false, beta: false };
};

/** Providers that exist only in the sandbox: two in additional countries, and one for each outcome. */
export const additionalProviders: readonly Provider[] = [
  provider('sandbox-de', 'Sandbox Germany', 'DE'),
  provider('sandbox-es', 'Sandbox Spain', 'ES'),
  ...Object.entries(specialProviders).map(([key, { name }]) => provider(key, name, 'NL')),
];

/** What to send instead of an unknown provider. */
export const unknownProvider = (known: readonly Provider[]) =>
  `Unknown provider. In the sandbox, send one of ${known.map(({ providerKey }) => providerKey).join(', ')}.`;

/** All sandbox providers. The providers in the contract's example come first. */
export function providers({ examples }: Pick<Sandbox, 'examples'>): Provider[] {
  return [...(examples('enabledProviders') as Provider[]), ...additionalProviders];
}

/** The statuses that a consent goes through after the end user's decision. */
export function statusesAfter(providerKey: string, given: boolean): readonly number[] {
  return given ? (specialProviders[providerKey]?.path ?? successPath) : declinedPath;
}

/** The factor by which a provider's consents take longer than usual in each status. */
export function slownessOf(providerKey: string): number {
  return specialProviders[providerKey]?.slower ?? 1;
}
