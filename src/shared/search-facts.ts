/** What the search knows about an operation besides the text of its page. Readers see it below a result. */
type Fact = 'call' | 'operation';

/**
 * How much a match counts, by fact. In Pagefind a match in the title counts 5, elsewhere 1. Deprecated operations come
 * after those that replace them.
 */
export const factWeights: Record<Fact | `${Fact} (deprecated)`, number> = {
  call: 10,
  operation: 10,
  'call (deprecated)': 2,
  'operation (deprecated)': 2,
};

/** The name under which a fact is indexed and shown. */
export function factName(fact: Fact, deprecated: boolean): keyof typeof factWeights {
  return deprecated ? `${fact} (deprecated)` : fact;
}
