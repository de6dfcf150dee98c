import { randomUUID } from 'node:crypto';
import { idIn } from '../bank.ts';
import { dateTime } from '../clock.ts';
import { holdStatus, releaseStatus } from '../consent-lifecycle.ts';
import { badRequest, noContent, notFound, ok, type Operation, type SandboxResponse } from '../http.ts';
import {
  emptyState,
  type Account,
  type BankChange,
  type Consent,
  type Fault,
  type JobStatus,
  type Sandbox,
  type Settings,
  type Transaction,
} from '../state.ts';
import { addExampleData } from '../story.ts';
import { eventOf, releaseEvents, sendEvent } from '../webhook.ts';

/** Errors that any operation may return, although contracts don't document them. */
const ALWAYS = [429, 500, 502, 503, 504];

/**
 * All control calls.
 *
 * @param documented - The error statuses of an operation in the contracts; `undefined` if they don't have it.
 * @param story - Whether the sandbox was started with the data of the examples.
 */
export function controlOperations(
  sandbox: Sandbox,
  documented: (operationId: string) => number[] | undefined,
  story: boolean,
) {
  const { state, clock, settings, log } = sandbox;
  const atStart = { ...settings };

  const ofConsent = (path: Record<string, string>, change: (consent: Consent) => void): SandboxResponse => {
    const consent = state.consents.get(path['id']?.toLowerCase() ?? '');
    if (!consent) return notFound('Consent not found.');
    change(consent);
    return noContent;
  };

  /** Changes what the bank has. Consents show the change after their next refresh. */
  const ofAccount = (
    id: unknown,
    use: (
      consent: Consent,
      account: Account,
      change: (what: Omit<BankChange, 'at' | 'accountId'>) => void,
    ) => SandboxResponse,
  ): SandboxResponse => {
    for (const consent of state.consents.values()) {
      const account = consent.bank.accounts.find(
        (each) => idIn(consent, each.id) === String(id).toLowerCase(),
      );
      if (account)
        return use(consent, account, (what) =>
          consent.bank.changes.push({ at: clock.now(), accountId: account.id, ...what }),
        );
    }
    return notFound('Account not found.');
  };

  return {
    holdConsentStatus: ({ path, body }) =>
      ofConsent(path, (consent) => {
        const { status, errors } = body as { status: number; errors?: { code: string; message: string }[] };
        holdStatus(sandbox, consent, status, errors);
      }),
    releaseConsentStatus: ({ path }) => ofConsent(path, releaseStatus),
    setJobStatus: ({ path, body }) => {
      const id = path['id']?.toLowerCase() ?? '';
      const job = state.categorizationJobs.get(id) ?? state.analysisJobs.get(id);
      if (!job) return notFound('Job not found.');
      job.set = { status: body['status'] as JobStatus, since: clock.now() };
      return noContent;
    },

    addTransaction: ({ body }) =>
      ofAccount(body['accountId'], (consent, account, change) => {
        const transaction = transactionOf(consent, account, body, clock.now());
        change({ transaction, balance: transaction.balanceAfterTransaction });
        return { status: 201, body: { id: idIn(consent, transaction.id) } };
      }),
    setBalance: ({ path, body }) =>
      ofAccount(path['id'], (_consent, _account, change) => {
        change({ balance: body['amount'] as number });
        return noContent;
      }),
    closeAccount: ({ path }) =>
      ofAccount(path['id'], (_consent, _account, change) => {
        change({ closed: true });
        return noContent;
      }),

    sendEvent: ({ body }) => {
      const { consentId, forged } = body as { consentId?: string; forged?: boolean };
      if (settings.webhookUrl === undefined)
        return badRequest('url', 'There is no webhook URL. Set one with PUT /sandbox/webhook.');
      if (forged) {
        const stranger = { id: randomUUID(), externalUserId: 'unknown-customer' };
        sendEvent(sandbox, eventOf(sandbox, { id: randomUUID() }, stranger));
        return { status: 202 };
      }
      if (consentId === undefined) return badRequest('consentId', 'is required');
      const consent = state.consents.get(consentId.toLowerCase());
      const user = consent && state.users.get(consent.userId);
      if (!user) return notFound('Consent not found.');
      sendEvent(sandbox, eventOf(sandbox, consent, user));
      return { status: 202 };
    },
    configureWebhook: ({ body }) => {
      const { url: webhookUrl = settings.webhookUrl, held = settings.eventsHeld ?? false } = body as {
        url?: string;
        held?: boolean;
      };
      Object.assign(settings, { ...(webhookUrl !== undefined && { webhookUrl }), eventsHeld: held });
      if (!held) releaseEvents(sandbox);
      return ok({ ...(webhookUrl !== undefined && { url: webhookUrl }), held });
    },

    expireTokens: () => {
      state.tokens.clear();
      return noContent;
    },
    configureTokens: ({ body }) => {
      settings.tokenLifetime = body['expiresIn'] as number | null;
      return noContent;
    },

    addFault: ({ body }) => {
      const fault = { times: 1, ...body } as Fault;
      const { operationId, status, drop, delay } = fault;
      const errors = operationId === undefined ? [] : documented(operationId);
      if (!errors) return badRequest('operationId', `The contracts have no operation ${operationId}.`);
      const allowed = [...new Set([...errors, ...ALWAYS])].sort();
      if (status !== undefined && !allowed.includes(status))
        return badRequest('status', `Send one of ${allowed.join(', ')}.`);
      if (status === undefined && !drop && !delay)
        return badRequest('status', 'Send status, drop, or delay.');
      state.faults.push(fault);
      return { status: 201, body: fault };
    },
    listFaults: () => ok(state.faults),
    removeFaults: () => {
      state.faults = [];
      return noContent;
    },

    forwardClock: ({ body }) => {
      clock.forward((body['forward'] as number) * 1000);
      return ok({ now: dateTime(clock.now()) });
    },
    changeSettings: ({ body }) => {
      Object.assign(settings, body as Partial<Settings>);
      const { stableIds = false, pace, consentGiven } = settings;
      return ok({ stableIds, pace, consentGiven });
    },
    resetSandbox: ({ body }) => {
      const { tokens } = state;
      const { origin } = settings;
      Object.assign(state, emptyState(), { tokens });
      delete settings.webhookUrl;
      delete settings.eventsHeld;
      delete settings.stableIds;
      Object.assign(settings, atStart, { origin });
      if (!((body['empty'] as boolean | undefined) ?? !story)) addExampleData(sandbox);
      return noContent;
    },

    listRequests: () => ok([...log.requests]),
    clearRequests: () => {
      log.requests = [];
      return noContent;
    },
  } satisfies Record<string, Operation>;
}

/** A transaction with the required fields of the contract. Amounts have two decimals. */
function transactionOf(
  { bank, providerKey }: Consent,
  account: Account,
  { bookDate, description = 'Sandbox transaction', ...fields }: Record<string, unknown>,
  now: number,
): Transaction & { balanceAfterTransaction: number } {
  const id = randomUUID();
  const amount = fields['amount'] as number;
  const before =
    bank.changes.findLast(({ accountId, balance }) => accountId === account.id && balance !== undefined)
      ?.balance ?? (account['accountBalance'] as { amount: number }).amount;
  const balanceAfterTransaction = Math.round((before + amount) * 100) / 100;
  const moment = dateTime(now);
  return {
    ...fields,
    id,
    accountId: account.id,
    accountNumber: account['iban'],
    description,
    bookDate: (bookDate as string | undefined) ?? moment.slice(0, 10),
    transactionDateTime: bookDate === undefined ? moment : `${bookDate as string}T12:00:00Z`,
    amount,
    balanceAfterTransaction,
    currency: account['currency'],
    providerProperties: { providerKey, transactionId: `sandbox-${id.slice(0, 8)}`, balanceAfterTransaction },
  };
}
