import type { Sandbox } from './state.ts';

/**
 * Waits for a number of milliseconds on the sandbox's clock.
 *
 * @returns True if the time has passed, false if a reset ended the wait.
 */
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
