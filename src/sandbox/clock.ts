import type { Sandbox } from './state.ts';

/** A day, in milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;

/** The sandbox's clock. Control calls and tests set it forward, so that nobody has to wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs a task after a number of milliseconds. A waiting task doesn't keep the process running. */
  after: (delay: number, task: () => void) => void;
  /** Sets the clock forward by a number of milliseconds, and runs the tasks that are then due, oldest first. */
  forward: (milliseconds: number) => void;
}

/** The longest delay that Node's timers support, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A clock that can be set forward. Until then, it shows the time of `base`. */
export function adjustableClock(base: () => number = Date.now): Clock {
  let ahead = 0;
  let tasks: { at: number; run: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const now = () => base() + ahead;

  function runDue() {
    const due = tasks.filter(({ at }) => at <= now()).sort((a, b) => a.at - b.at);
    tasks = tasks.filter((task) => !due.includes(task));
    for (const { run } of due) run();
    wait();
  }

  function wait() {
    const delay = Math.min(...tasks.map(({ at }) => at - now()), LONGEST_TIMER);
    clearTimeout(timer);
    timer = setTimeout(runDue, Math.max(delay, 0)).unref();
  }

  return {
    now,
    after(delay, run) {
      tasks.push({ at: now() + delay, run });
      wait();
    },
    forward(milliseconds) {
      ahead += milliseconds;
      runDue();
    },
  };
}

/** Waits for a number of milliseconds on the sandbox's clock. Resolves with false if a reset ends the wait. */
export function pause({ state, clock }: Sandbox, delay: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (hasPassed: boolean) => {
      state.pending.delete(end);
      resolve(hasPassed);
    };
    const end = () => settle(false);
    state.pending.add(end);
    clock.after(delay, () => settle(true));
  });
}

/** Formats a moment as a date-time in UTC. Includes milliseconds to distinguish moments in the same second. */
export function dateTime(moment: number): string {
  return new Date(moment).toISOString();
}
