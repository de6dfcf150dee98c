import { badRequest, notFound, ok, type Operation } from '../http.ts';
import { idIn, transactionsOf } from '../bank.ts';
import { categoryBy, type Sequence, type SequencingResult } from '../example-data.ts';
import { jobStatus } from '../jobs.ts';
import { selectAccounts, selectConsents, selectTransactions } from '../look-ups.ts';
import { providers } from '../providers.ts';
import type { Consent, Sandbox, Transaction } from '../state.ts';

import { pageOfTransactions } from '../transaction-pages.ts';

/** Reading providers, accounts, transactions and sequences. */
export function data(sandbox: Sandbox): Record<string, Operation> {
  return {
    listProviders: () => ok(providers(sandbox)),

    listAccounts: ({ query }) => {
      const { Page = 1, Size = 100 } = query as { Page?: number; Size?: number };
      if (Page < 1) return badRequest('Page', 'The first page is 1.');
      if (Size < 1) return badRequest('Size', 'The size must be at least 1.');
      if (selectConsents(sandbox, query).length === 0) return notFound();
      return ok(selectAccounts(sandbox, query).slice((Page - 1) * Size, Page * Size));
    },

    getAccount: ({ path }) => {
      const account = selectAccounts(sandbox, {}).find(({ id }) => id === path['Id']?.toLowerCase());
      return account ? ok(account) : notFound();
    },

    listTransactions: ({ query }) =>
      pageOfTransactions(
        selectTransactions(sandbox, query).map((transaction) => categorized(sandbox, transaction)),
        query,
      ),

    getSequencing: ({ query }) => ok(sequencingResult(sandbox, selectConsents(sandbox, query))),
  };
}

/** The sequences of the contract's example, as found in the transactions of some consents. */
function sequencingResult(sandbox: Sandbox, consents: readonly Consent[]): SequencingResult {
  const example = sandbox.examples('salaryAndRent') as SequencingResult;
  const found = (sequences: Sequence[]) =>
    consents.flatMap((consent) => {
      const own = new Map(transactionsOf(sandbox, consent).map((each) => [each.id, each.accountId]));
      return sequences
        .map((sequence) => ({
          ...sequence,
          transactions: sequence.transactions.flatMap((each) => {
            const id = idIn(consent, each.id);
            const accountId = own.get(id);
            return accountId === undefined ? [] : { ...each, id, accountId };
          }),
        }))
        .filter(({ transactions }) => transactions.length > 0);
    });
  return {
    incomeSequences: found(example.incomeSequences),
    expenseSequences: found(example.expenseSequences),
    engineVersion: example.engineVersion,
  };
}

/** A transaction with the category of the jobs that have read it. Before the first one, it has none. */
function categorized(sandbox: Sandbox, { category, ...transaction }: Transaction): Transaction {
  const engines = [...sandbox.state.categorizationJobs.values()]
    .filter(
      (job) =>
        job.accountIds.includes(transaction['accountId'] as string) &&
        jobStatus(sandbox, job) === 'COMPLETED',
    )
    .map(({ fields }) => String(fields['engine']));
  const found = categoryBy(new Set(engines), category);
  return { ...transaction, ...(found && { category: found }) } as Transaction;
}
