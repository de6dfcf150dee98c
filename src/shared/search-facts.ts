/** What the search knows of an operation besides the words of its page. Readers see it below a result. */
type Fact = 'call' | 'operation';

/**
 * How much a page gains where one of its facts is looked for, by the name of the fact. Pagefind gives 5 to titles, and
 * 1 to the rest of a page. Deprecated operations come after those that replace them.
 */
export const factWeights: Record<Fact | `${Fact} (deprecated)`, number> = {
  call: 10,
  operation: 10,
  'call (deprecated)': 2,
  'operation (deprecated)': 2,
};

/** The name of a fact, which tells what is deprecated. */
export function factName(fact: Fact, deprecated: boolean): keyof typeof factWeights {
  return deprecated ? `${fact} (deprecated)` : fact;
}
