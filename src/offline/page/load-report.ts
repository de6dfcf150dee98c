import { failureReason } from '../protocol/failure-reason.ts';
import type { GetLoadReport, LoadReport } from '../protocol/messages.ts';

/** Calls a function with the worker's report if this page wasn't loaded from the network. */
export function onLoadReport(act: (report: LoadReport) => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    const { reason, date } = data as LoadReport;
    // Pages notice more reliably than workers that the device is offline.
    act({ reason: failureReason(reason), date });
  };
  navigator.serviceWorker?.controller?.postMessage({ type: 'get-load-report' } satisfies GetLoadReport, [
    port2,
  ]);
}
