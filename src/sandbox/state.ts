import type { Values } from 'contract:names';
import type { Clock } from './clock.ts';
import type { RequestLog } from './log.ts';

/** Consent statuses, as numbered in the contract. */
export const consentStatus = {
  initialized: 0,
  authenticating: 1,
  authenticated: 2,
  updating: 3,
  updated: 4,
  invalidated: 5,
  failing: 6,
  error: 7,
  timedOut: 8,
} as const satisfies Record<string, Values['ConsentStatus']>;

/** A number of milliseconds since 1970. */
export type Moment = number;

/** An end user of the customer app. */
export interface User {
  id: string;
  externalUserId: string;
  created: Moment;
}

/** A consent. It has no status here, because `consent-lifecycle.ts` computes the status. */
export interface Consent {
  id: string;
  userId: string;
  providerKey: string;
  redirectUrl: string;
  requested: Moment;
  expires: Moment;
  decision?: { at: Moment; given: boolean };
  /** The time in milliseconds that the consent spends in each status after the end user's decision. */
  pace: number;
  refreshes: { at: Moment; done: Moment }[];
  /** The status that a control call holds the consent in. */
  heldStatus?: { status: number; since: Moment; errors?: ConsentError[] | undefined };
  /** The times when a control call held the consent in status 4. The sandbox reads the bank's data at these times. */
  heldReads: Moment[];
  bank: Bank;
  /** The number of days that the consent's reads go back. */
  historyDays?: number | undefined;
  /** The parts that the consent's lists omit. */
  listing?: Listing;
  /** The time in which the bank's own daily limit makes the consent fail. */
  limited?: { since: Moment; until: Moment };
  /** Makes the IDs of the consent's accounts and transactions unique. Without a seed, they have the examples' IDs. */
  seed?: string | undefined;
}

/** The parts that a consent's lists omit, as `controls/openapi.yaml` describes them. */
interface Listing {
  accounts?: 'all' | 'none';
  accountsPerPage?: number | null;
  dateFilter?: 'bookDate' | 'transactionDateTime';
  firstDayFrom?: string | null;
}

/** An error on a consent, with the contract's fields. */
export interface ConsentError {
  date: string;
  type: string;
  code: string;
  message: string;
}

/** Accounts and transactions, with the bank's own IDs. These are the IDs in the contracts' examples. */
export interface BankData {
  accounts: Account[];
  transactions: Transaction[];
}

/** An end user's data at a provider. All consents for the provider read the same data. */
export interface Bank {
  /** The first consent's seed. If IDs are stable, later consents use it, too. */
  seed?: string | undefined;
  /** The data and the time when it became current, oldest first. A consent shows the data as of its latest read. */
  versions: (BankData & { at: Moment })[];
}

/** An account, with the fields in the contract's example. */
export interface Account {
  id: string;
  currency: string;
  accountBalance: { amount: number; [field: string]: unknown };
  [field: string]: unknown;
}

/** A transaction, with the fields in the contract's example. */
export interface Transaction {
  id: string;
  accountId: string;
  bookDate: string;
  amount: number;
  currency: string;
  category?: { z1?: object; z2?: object; [field: string]: unknown };
  providerProperties?: Record<string, unknown>;
  /** The transaction's first ID, if the bank has changed the ID. The API doesn't return it. */
  firstId?: string | undefined;
  /** Fields that replace the transaction's own fields in responses, even if the contract rules them out. */
  overrides?: Record<string, unknown>;
  [field: string]: unknown;
}

/** Job statuses, as spelled in version 2 of the API. */
export type JobStatus = Values['JobStatus'];

/** A categorization or analysis job. Its status depends on the time since it was created. */
export interface Job {
  id: string;
  created: Moment;
  pace: number;
  heldStatus?: { status: JobStatus; since: Moment };
  /** The fields of the job's response that don't change. */
  fields: Record<string, unknown>;
  accountIds: string[];
  /** The users that a categorization job is for. */
  userIds?: string[];
}

/** A fault, as `controls/openapi.yaml` describes it. */
export interface Fault {
  operationId?: string;
  accountId?: string;
  times: number | null;
  status?: number;
  retryAfter?: number;
  retryAfterDate?: boolean;
  location?: string;
  drop?: boolean;
  delay?: number;
  effect?: boolean;
  body?: 'html' | 'cut' | 'empty' | 'slow' | 'extra';
  page?: 'repeat' | 'short' | 'empty' | 'refused';
}

/** Creates the state of a sandbox without users. */
export const emptyState = () => ({
  users: new Map<string, User>(),
  consents: new Map<string, Consent>(),
  categorizationJobs: new Map<string, Job>(),
  analysisJobs: new Map<string, Job>(),
  /** The expiry time of each access token. */
  tokens: new Map<string, Moment>(),
  /** The issue number of valid page tokens. A fault raises it, so earlier tokens expire. */
  pageTokens: 0,
  banks: new Map<string, Bank>(),
  /** The providers with a daily limit of their own, or an outage, which starts at `outage` and ends at `restored`. */
  providers: new Map<
    string,
    { outage?: Moment | undefined; restored?: Moment; dailyRefreshes?: number | undefined }
  >(),
  /** Faults that still apply to requests, oldest first. */
  faults: [] as Fault[],
  /** Functions that send the held events. */
  heldEvents: [] as (() => Promise<void>)[],
  /** Functions that end pending waits: for a delayed response, a refresh, or the response to an event. */
  pending: new Set<() => void>(),
});

/** Everything that the sandbox remembers. It lasts as long as the process. */
export type State = ReturnType<typeof emptyState>;

/** The context that operations share. */
export interface Sandbox {
  state: State;
  clock: Clock;
  settings: Settings;
  log: RequestLog;
  newId: () => string;
  /** Maps provider keys to the data that a bank starts with. */
  initialData: Map<string, BankData>;
  /** The latest lists of transactions, so that a walk through the pages doesn't sort them again for each page. */
  lists: Map<string, Transaction[]>;
  /** Returns the value of a named example in the contracts. */
  examples: (name: string) => unknown;
}

/** The settings that command-line options and control calls change. `controls/openapi.yaml` describes them. */
export interface Settings {
  clientId: string;
  clientSecret: string;
  /** The lifetime in seconds. If `null`, tokens last an hour, and the response omits `expiresIn`. */
  tokenLifetime: number | null;
  pace: number;
  webhook: { url?: string | undefined; held: boolean; early: boolean };
  consentGiven: boolean;
  stableIds: boolean;
  /** The sandbox's own origin, such as `http://127.0.0.1:4010`. */
  origin: string;
}
