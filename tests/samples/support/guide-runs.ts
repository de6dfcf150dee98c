import type { Disturbance } from '../../starters/support/platform.ts';
import { accountInformationRuns } from './guide-runs/account-information.ts';
import { engineRuns } from './guide-runs/engines.ts';

/** How programs of the guides run against the sandbox, in the folder of the starters. */
export interface GuideRun {
  /** Titles of the code blocks that it runs. */
  covers: string[];
  language: 'sh' | 'js' | 'python' | 'php';
  /** Code that uses the files as their guides say. Without it, the first one is run itself. */
  program?: string;
  /** Parameters of the program. */
  parameters?: string[];
  /** What it prints. */
  prints: RegExp;
  /** Files that it needs, by name. */
  files?: Record<string, string>;
  env?: Record<string, string>;
  disturb?: () => Disturbance;
}

/** The runs of all guides. */
export const guideRuns: readonly GuideRun[] = [...accountInformationRuns, ...engineRuns];
