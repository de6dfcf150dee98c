import { SILENCE_LIMIT } from '../../config/offline.ts';
import { within } from '../protocol/within.ts';
import { registerWorker } from './register-worker.ts';

/**
 * Registers the worker and waits until it is active.
 *
 * @throws Error if the browser refuses the worker, or if it or its files fail to load.
 */
export async function installWorker(): Promise<void> {
  const { active, installing } = await registerWorker();
  if (active) return;
  const failure = new Error("The service worker couldn't be installed.");
  const failed = new Promise<never>((_resolve, reject) => {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') reject(failure);
    });
  });
  // The worker's own downloads have the same time limit.
  await within(2 * SILENCE_LIMIT, Promise.race([navigator.serviceWorker.ready, failed]), failure);
}
