import { RESPONSE_LIMIT } from '../../config/offline.ts';
import type { LoadQuestion, LoadReport } from '../../shared/worker-messages.ts';

/** How long to wait for a worker's reply, in milliseconds: one of an earlier build sends none. */
const REPLY_LIMIT = 3_000;

/** Asks the service worker why this page was not loaded from the network; `null` when it was, or nobody knows. */
export function askForReport(): Promise<LoadReport | null> {
  const worker = controller();
  if (!worker) return Promise.resolve(null);
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as LoadReport | null);
    setTimeout(() => resolve(null), REPLY_LIMIT);
    worker.postMessage({ type: 'load-report-1' } satisfies LoadQuestion, [port2]);
  });
}

/** The worker of this page, if any. Browsers may refuse even to say, as in a sandboxed frame. */
function controller(): ServiceWorker | null | undefined {
  try {
    return navigator.serviceWorker?.controller;
  } catch {
    return null;
  }
}

/** Requests the head of this page again and describes what fails; nothing when it can be loaded. */
export async function whatFails(): Promise<string | undefined> {
  const signal = AbortSignal.timeout(RESPONSE_LIMIT * 1_000);
  try {
    // A redirect, such as to the login of a captive portal, is left to the browser's own load.
    const options = { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal } as const;
    const { status } = await fetch(location.href, options);
    const isRefused = status >= 500 || status === 429 || status === 403;
    return isRefused ? `The server responded with ${status}.` : undefined;
  } catch {
    if (!navigator.onLine) return 'You are offline.';
    return signal.aborted
      ? `The server did not respond within ${RESPONSE_LIMIT} seconds.`
      : 'The connection to the server failed.';
  }
}
