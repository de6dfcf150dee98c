import { closest, distance } from 'fastest-levenshtein';

/** The name to suggest for a misspelled one; `undefined` if more than half of the characters would have to change. */
export function nearest(wanted: string, candidates: Iterable<string>): string | undefined {
  const lower = wanted.toLowerCase();
  const limit = wanted.length / 2;
  // Skip names with a larger length difference. They can't be close, and long names would be slow to compare.
  const names = [...candidates].filter(({ length }) => Math.abs(length - wanted.length) <= limit);
  const lowerNames = names.map((name) => name.toLowerCase());
  const best = closest(lower, lowerNames);
  return names.find((name) => name.toLowerCase() === best && distance(lower, best) <= limit);
}

/** The end of a message about a wrong name: a suggestion, or else other advice. */
export const didYouMean = (suggestion: string | undefined, otherwise = '.') =>
  suggestion ? `; did you mean ${suggestion}?` : otherwise;

/** The page that a path probably meant. Pages usually keep their last segment when they move. */
export function nearestPage(path: string, candidates: Iterable<string>): string | undefined {
  const pages = [...candidates];
  const lastOf = (page: string) => page.split('/').findLast((segment) => segment !== '');
  const moved = pages.filter((page) => lastOf(page) === lastOf(path));
  return nearest(path, moved) ?? moved[0] ?? nearest(path, pages);
}
