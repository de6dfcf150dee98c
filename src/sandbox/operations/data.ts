import { badRequest, notFound, ok, type Operation } from '../http.ts';
import { hasData } from '../consent-lifecycle.ts';
import { jobStatus } from '../jobs.ts';
import { selectAccounts, selectConsents, selectTransactions } from '../look-ups.ts';
import type { Sandbox, Transaction } from '../state.ts';
import { categoryBy, sequencingResult } from '../story.ts';
import { pageOfTransactions } from '../transaction-pages.ts';

/** Reading providers, accounts, transactions and sequences. */
export function data(sandbox: Sandbox): Record<string, Operation> {
  return {
    listProviders: () => ok(sandbox.examples('providers', 'enabledProviders')),

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

    getSequencing: ({ query }) =>
      ok(
        sequencingResult(
          sandbox,
          selectConsents(sandbox, query).filter((consent) => hasData(sandbox, consent)),
        ),
      ),
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
