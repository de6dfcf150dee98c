import { RESPONSE_LIMIT } from '../../config/offline.ts';
import { CONNECTION_FAILED, type LoadQuestion, type LoadReport } from '../protocol/worker-messages.ts';

const OFFLINE = "You're offline.";

/** How long to wait for the worker's reply, in milliseconds. A worker of an earlier build doesn't reply. */
const REPLY_LIMIT = 3_000;

/**
 * Asks the service worker why this page was not loaded from the network.
 *
 * @returns `null` if it was, or if the worker doesn't know.
 */
export function requestReport(): Promise<LoadReport | null> {
  const worker = controller();
  if (!worker) return Promise.resolve(null);
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data && described(data as LoadReport));
    setTimeout(() => resolve(null), REPLY_LIMIT);
    worker.postMessage({ type: 'load-report-1' } satisfies LoadQuestion, [port2]);
  });
}

/** Pages notice more reliably than workers that the device is offline. */
function described(report: LoadReport): LoadReport {
  const isOffline = report.reason === CONNECTION_FAILED && !navigator.onLine;
  return isOffline ? { ...report, reason: OFFLINE } : report;
}

/** Returns the worker of this page, if any. In a sandboxed frame, even reading it throws. */
function controller(): ServiceWorker | null | undefined {
  try {
    return navigator.serviceWorker?.controller;
  } catch {
    return null;
  }
}

/**
 * Checks with a HEAD request whether this page can be loaded.
 *
 * @returns The reason why it can't, in a sentence for readers; `undefined` if it can.
 */
export async function checkServer(): Promise<string | undefined> {
  const signal = AbortSignal.timeout(RESPONSE_LIMIT * 1_000);
  try {
    // Don't follow redirects, for example to the login of a captive portal. The browser's own load follows them.
    const options = { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal } as const;
    const { status } = await fetch(location.href, options);
    const isRefused = status >= 500 || status === 429 || status === 403;
    return isRefused ? `The server responded with ${status}.` : undefined;
  } catch {
    if (!navigator.onLine) return OFFLINE;
    return signal.aborted ? `The server didn't respond within ${RESPONSE_LIMIT} seconds.` : CONNECTION_FAILED;
  }
}
