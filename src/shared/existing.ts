/** A value that this project's data always contains. Throws a sentence if it doesn't. */
export function existing<Value>(value: Value, description: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(`There is no ${description}.`);
  return value;
}
