import { createHash } from 'node:crypto';
import type { Account, Category, Consent, Job, Sandbox, Transaction } from './state.ts';

/**
 * The accounts and transactions of a consent: those of the contracts' examples.
 *
 * @param consentId - Its ID makes the IDs of accounts and transactions unique. Without it, they are the examples' own.
 */
export function bankData(sandbox: Sandbox, consentId?: string): Pick<Consent, 'accounts' | 'transactions'> {
  const idOf = (id: string) => (consentId === undefined ? id : derivedId(consentId, id));
  const accounts = sandbox.examples('accounts', 'accountsOfConsent') as Account[];
  return {
    accounts: accounts.map((account) => ({ ...account, id: idOf(account.id) })),
    transactions: exampleTransactions(sandbox).map((transaction) => ({
      ...transaction,
      id: idOf(transaction.id),
      accountId: idOf(transaction.accountId),
    })),
  };
}

/** The transactions of the transactions contract, and the older ones of the sequences, newest first. */
function exampleTransactions({ examples }: Sandbox): Transaction[] {
  const recent = ['firstPage', 'lastPage'].flatMap(
    (page) => (examples('transactions', page) as { data: Transaction[] }).data,
  );
  const known = new Map(recent.map((transaction) => [transaction.id, transaction]));
  for (const { transactions } of sequencesOf({ examples })) {
    for (const transaction of transactions) {
      const like = recent.find(
        (each) => each['counterpartDescription'] === transaction['counterpartDescription'],
      );
      if (known.has(transaction.id)) continue;
      const { accountNumber, counterpartAccountNumber, category } = like ?? ({} as Partial<Transaction>);
      const transactionDateTime = `${transaction.bookDate}T05:30:00Z`;
      known.set(transaction.id, {
        ...{ accountNumber, counterpartAccountNumber, category, transactionDateTime },
        ...transaction,
      } as Transaction);
    }
  }
  return [...known.values()].sort((a, b) => b.bookDate.localeCompare(a.bookDate));
}

interface Sequence {
  transactions: Transaction[];
  [field: string]: unknown;
}

interface SequencingResult {
  incomeSequences: Sequence[];
  expenseSequences: Sequence[];
  engineVersion: string;
}

function sequencesOf({ examples }: Pick<Sandbox, 'examples'>): Sequence[] {
  const { incomeSequences, expenseSequences } = examples('sequencing', 'salaryAndRent') as SequencingResult;
  return [...incomeSequences, ...expenseSequences];
}

/** The sequences of the contract's example, as found in the transactions of some consents. */
export function sequencingResult(sandbox: Sandbox, consents: readonly Consent[]): SequencingResult {
  const example = sandbox.examples('sequencing', 'salaryAndRent') as SequencingResult;
  const found = (sequences: Sequence[]) =>
    consents.flatMap(({ id, transactions }) => {
      const own = new Set(transactions.map((transaction) => transaction.id));
      return sequences.map((sequence) => ({
        ...sequence,
        transactions: sequence.transactions.map((each) =>
          own.has(each.id)
            ? each
            : { ...each, id: derivedId(id, each.id), accountId: derivedId(id, each.accountId) },
        ),
      }));
    });
  return {
    incomeSequences: found(example.incomeSequences),
    expenseSequences: found(example.expenseSequences),
    engineVersion: example.engineVersion,
  };
}

/** Fills the sandbox with the end user, the consent and the jobs of the contracts' examples, and their IDs. */
export function tellStory(sandbox: Sandbox) {
  const { state, examples } = sandbox;
  const user = examples('users', 'userWithConsent') as {
    id: string;
    externalUserId: string;
    created: string;
  };
  state.users.set(user.id, { ...user, created: Date.parse(user.created) });

  const [consent] = examples('consents', 'consentsOfUser') as Record<string, string>[];
  if (!consent?.['id']) throw new Error('The contract has no example of a consent.');
  const requested = Date.parse(consent['dateRequested'] ?? '');
  state.consents.set(consent['id'], {
    id: consent['id'],
    userId: user.id,
    providerKey: consent['providerKey'] ?? '',
    redirectUrl: (examples('consents', 'newConsent') as { redirectUrl: string }).redirectUrl,
    requested,
    expires: Date.parse(consent['dateExpire'] ?? ''),
    decision: { at: requested, given: true },
    refreshes: [Date.parse(consent['dateRefreshed'] ?? '')],
    ...bankData(sandbox),
  });

  const accountIds = (examples('accounts', 'accountsOfConsent') as Account[]).map(({ id }) => id);
  const read = Date.parse(consent['dateRefreshed'] ?? '');
  const { data } = examples('categorization-v2', 'completedCategorizationJob') as { data: Named };
  const earlier = examples('categorization', 'completedCategorizationJobV1') as Named;
  for (const { id, ...fields } of [data, { ...data, ...earlier }]) {
    state.categorizationJobs.set(id, job(id, read, accountIds, fields));
  }
  const analysis = examples('analysis', 'completedAnalysisJob') as Named & { created: string };
  state.analysisJobs.set(
    analysis.id,
    job(analysis.id, Date.parse(analysis.created), accountIds, { ...analysis }),
  );
}

interface Named {
  id: string;
  [field: string]: unknown;
}

function job(id: string, created: number, accountIds: string[], fields: Record<string, unknown>): Job {
  return { id, created, accountIds, fields };
}

/** The category that an engine gives a transaction. The z1 engine also fills the fields beside `z1` and `z2`. */
export function categoryBy(
  engines: ReadonlySet<string>,
  category: Category | undefined,
): Category | undefined {
  if (!category || engines.size === 0) return undefined;
  const { z1, z2, ...levels } = category;
  return {
    ...(engines.has('z1') && { ...levels, ...(z1 && { z1 }) }),
    ...(engines.has('z2') && z2 && { z2 }),
  };
}

/** A UUID that is always the same for the same two IDs. */
function derivedId(consentId: string, id: string): string {
  const hash = createHash('sha256').update(consentId).update(id).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
