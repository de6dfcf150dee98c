import { WriterError } from '../shared/writer-error.ts';

/** An error in pages or configuration. */
export interface Problem {
  message: string;
  /** How to fix it. */
  fix: string;
}

/** Lists everything that is wrong with the navigation, with a fix for each. */
export class NavigationError extends WriterError {
  constructor(problems: readonly Problem[]) {
    super(problems.map(({ message, fix }) => `${message}\n  Fix: ${fix}`).join('\n'));
    this.name = 'NavigationError';
  }
}
