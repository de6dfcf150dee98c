import type { Sandbox, Transaction } from './state.ts';

/** The transactions in the transactions contract's example and the older ones in its sequences, newest first. */
export function exampleTransactions({ examples }: Pick<Sandbox, 'examples'>): Transaction[] {
  const recent = ['firstPage', 'lastPage'].flatMap(
    (page) => (examples(page) as { data: Transaction[] }).data,
  );
  const known = new Map(recent.map((transaction) => [transaction.id, transaction]));
  const { incomeSequences, expenseSequences } = examples('salaryAndRent') as SequencingResult;
  const sequenced = [...incomeSequences, ...expenseSequences].flatMap(({ transactions }) => transactions);
  for (const transaction of sequenced.filter(({ id }) => !known.has(id))) {
    const like = recent.find(
      (each) => each['counterpartDescription'] === transaction['counterpartDescription'],
    );
    const { accountNumber, counterpartAccountNumber, category } = like ?? ({} as Partial<Transaction>);
    const transactionDateTime = `${transaction.bookDate}T05:30:00Z`;
    known.set(transaction.id, {
      ...{ accountNumber, counterpartAccountNumber, category, transactionDateTime },
      ...transaction,
    } as Transaction);
  }
  return [...known.values()].sort((a, b) => b.bookDate.localeCompare(a.bookDate));
}

/** Transactions that belong together, with the fields in the contract's example. */
export interface Sequence {
  transactions: Transaction[];
  [field: string]: unknown;
}

/** The sequences in the contract's example. */
export interface SequencingResult {
  incomeSequences: Sequence[];
  expenseSequences: Sequence[];
  engineVersion: string;
}
