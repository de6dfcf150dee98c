import type { Category, Sandbox, Transaction } from './state.ts';

/** The transactions of the transactions contract, and the older ones of the sequences, newest first. */
export function exampleTransactions({ examples }: Pick<Sandbox, 'examples'>): Transaction[] {
  const recent = ['firstPage', 'lastPage'].flatMap(
    (page) => (examples(page) as { data: Transaction[] }).data,
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

/** Transactions that belong together, with the fields of the contract's example. */
export interface Sequence {
  transactions: Transaction[];
  [field: string]: unknown;
}

/** The sequences of the contract's example. */
export interface SequencingResult {
  incomeSequences: Sequence[];
  expenseSequences: Sequence[];
  engineVersion: string;
}

function sequencesOf({ examples }: Pick<Sandbox, 'examples'>): Sequence[] {
  const { incomeSequences, expenseSequences } = examples('salaryAndRent') as SequencingResult;
  return [...incomeSequences, ...expenseSequences];
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
