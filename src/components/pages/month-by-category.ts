/** The fields of a transaction that the pictures of the products show. */
export interface ExampleTransaction {
  bookDate: string;
  description: string;
  amount: number;
  currency: string;
  category: { z1: { l1Name: string } };
}

/** The sum of the expenses of each category, largest first. */
export function expensesByCategory(transactions: readonly ExampleTransaction[]) {
  const nameOf = ({ category }: ExampleTransaction) => category.z1.l1Name;
  return [...new Set(transactions.map(nameOf))]
    .map((name) => {
      const members = transactions.filter((each) => nameOf(each) === name);
      const amount = members.reduce((sum, each) => sum + each.amount, 0);
      return { name, currency: members[0]!.currency, amount };
    })
    .filter(({ amount }) => amount < 0)
    .toSorted((one, other) => one.amount - other.amount);
}
