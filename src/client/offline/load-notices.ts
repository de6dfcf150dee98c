import { PAGE_END } from '../../config/offline.ts';
import type { LoadReport } from '../../shared/worker-messages.ts';
import { button } from '../button.ts';
import { askForReport, whatFails } from './load-report.ts';

/** Says on a stored copy that it is one, and on a page of which the rest did not arrive that it isn't complete. */
export async function showLoadNotices(): Promise<void> {
  const isCut = !document.getElementById(PAGE_END);
  const report = await askForReport();
  if (isCut) show('This page is not complete.', ` ${report?.reason ?? ''}`);
  else if (report?.kind === 'copy') show('Offline copy', ' of ', dateOf(report), `. ${report.reason}`);
}

function dateOf({ storedAt }: LoadReport): HTMLElement | string {
  if (!storedAt) return 'an earlier visit';
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });
  const time = document.createElement('time');
  time.dateTime = new Date(storedAt).toISOString();
  time.textContent = date.format(storedAt);
  return time;
}

/** Shows a notice above everything else, since a cut page may have ended within a menu or far below. */
function show(title: string, ...text: (HTMLElement | string)[]) {
  const notice = document.createElement('section');
  notice.className = 'load-notice not-content';
  notice.ariaLabel = 'Page load problem';
  const sentence = document.createElement('p');
  sentence.role = 'status';
  const status = document.createElement('span');
  status.role = 'status';
  const line = document.createElement('p');
  line.append(
    button('Retry', () => void retry(status)),
    ' ',
    status,
  );
  notice.append(sentence, line);
  (document.querySelector('main') ?? document.body).prepend(notice);
  const strong = document.createElement('strong');
  strong.textContent = title;
  // Screen readers announce what changes in a live region, not its first content.
  setTimeout(() => sentence.append(strong, ...text));
  // Readers in the middle of a page are not interrupted by a reload.
  addEventListener('online', () => (status.textContent = 'The connection is back.'));
}

async function retry(status: HTMLElement) {
  status.textContent = 'Trying…';
  const reason = await whatFails();
  if (reason === undefined) location.reload();
  else status.textContent = reason;
}
