import type { Clock } from './clock.ts';

/** Statuses of a consent, as the contract numbers them. */
export const consentStatus = {
  initialized: 0,
  authenticating: 1,
  authenticated: 2,
  updating: 3,
  updated: 4,
  error: 7,
};

/** A number of milliseconds since 1970. */
export type Moment = number;

export interface User {
  id: string;
  externalUserId: string;
  created: Moment;
}

export interface Consent {
  id: string;
  userId: string;
  providerKey: string;
  redirectUrl: string;
  requested: Moment;
  expires: Moment;
  /** When the end user decided at the provider, and how. */
  decision?: { at: Moment; given: boolean };
  /** When each refresh was accepted. */
  refreshes: Moment[];
  accounts: Account[];
  transactions: Transaction[];
}

export interface Account {
  id: string;
  [field: string]: unknown;
}

export interface Transaction {
  id: string;
  accountId: string;
  bookDate: string;
  amount: number;
  category?: Category;
  [field: string]: unknown;
}

export interface Category {
  z1?: object;
  z2?: object;
  [field: string]: unknown;
}

/** A job of either kind. Its status follows from the time since it was created. */
export interface Job {
  id: string;
  created: Moment;
  /** The fields of its response that don't change. */
  fields: Record<string, unknown>;
  /** IDs of the accounts that it reads. */
  accountIds: string[];
}

/** Everything that the sandbox remembers. It lasts as long as the process. */
export interface State {
  users: Map<string, User>;
  consents: Map<string, Consent>;
  categorizationJobs: Map<string, Job>;
  analysisJobs: Map<string, Job>;
  /** When each access token expires. */
  tokens: Map<string, Moment>;
}

export function emptyState(): State {
  return {
    users: new Map(),
    consents: new Map(),
    categorizationJobs: new Map(),
    analysisJobs: new Map(),
    tokens: new Map(),
  };
}

/** What operations share. */
export interface Sandbox {
  state: State;
  clock: Clock;
  settings: Settings;
  /** The examples of the contracts, by the name of the API and the name of the example. */
  examples: (api: string, name: string) => unknown;
}

export interface Settings {
  clientId: string;
  clientSecret: string;
  /** How long an access token is valid, in seconds. */
  tokenLifetime: number;
  /** How long a consent or a job stays in each status, in milliseconds. */
  pace: number;
  /** The URL that receives *Transactions Fetched*. Without one, no event is sent. */
  webhookUrl?: string;
  /** Whether end users give consent by themselves, without a visit to `consentUrl`. */
  consentGiven: boolean;
  /** The sandbox's own origin, such as `http://127.0.0.1:4010`. */
  origin: string;
}
