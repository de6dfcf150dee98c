/** The time of the sandbox, so that tests needn't wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs a task after a number of milliseconds. It doesn't keep the process running. */
  after: (delay: number, task: () => void) => void;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: Date.now,
  after: (delay, task) => void setTimeout(task, delay).unref(),
};

/** A moment as the contracts write it: a date-time in UTC, without milliseconds. */
export function dateTime(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');
}
