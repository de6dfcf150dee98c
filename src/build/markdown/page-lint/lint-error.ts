/** An error on a page, for its writer. */
export interface LintError {
  line: number;
  /** What is wrong, and how to fix it. */
  message: string;
}

/** The end of a message: the nearest name, if any. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '.' : `; did you mean ${suggestion}?`;
}
