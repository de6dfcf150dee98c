/** Groups items by a key. No group is empty. */
export const groupsOf = <Item>(items: Iterable<Item>, keyOf: (item: Item) => unknown) =>
  [...Map.groupBy(items, keyOf).values()] as [Item, ...Item[]][];
