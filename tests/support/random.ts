/** Creates a generator of seeded random numbers from 0 to 1. */
export function generator(seed: number): () => number {
  return () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };
}
