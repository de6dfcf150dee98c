import { closest, distance } from 'fastest-levenshtein';

/**
 * The name nearest to `wanted`, for messages that say "did you mean …?".
 *
 * @returns `undefined` when nothing is close: more than half of the letters would have to change.
 */
export function nearest(wanted: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  if (names.length === 0) return undefined;
  const best = closest(
    wanted.toLowerCase(),
    names.map((name) => name.toLowerCase()),
  );
  if (distance(wanted.toLowerCase(), best) > wanted.length / 2) return undefined;
  return names.find((name) => name.toLowerCase() === best);
}
