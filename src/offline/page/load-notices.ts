import { PAGE_END } from '../../config/offline.ts';
import { LIVE, type LoadReport } from '../protocol/worker-messages.ts';
import { button } from '../../client/support/button.ts';
import { requestReport, checkServer } from './load-report.ts';

/** Shows a notice on stored copies, and on pages that arrived incomplete. */
export async function showLoadNotices(): Promise<void> {
  const isCut = !document.getElementById(PAGE_END);
  if (isCut && (document as { prerendering?: boolean }).prerendering) {
    // The reader hasn't opened the page yet. It loads again when they do.
    document.addEventListener('prerenderingchange', () => location.reload());
    return;
  }
  const report = await requestReport();
  if (isCut) show('This page is incomplete.', ` ${report?.reason ?? ''}`);
  else if (report?.kind === 'copy')
    show('Offline copy', ' of ', dateOf(report), `. ${report.reason} `, liveLink(report));
}

/** A link to the server's own response if it refuses the page: a firewall may send a challenge. */
function liveLink({ refused }: LoadReport): HTMLElement | string {
  if (!refused) return '';
  return Object.assign(document.createElement('a'), { href: `?${LIVE}`, textContent: 'Show the response' });
}

function dateOf({ storedAt }: LoadReport): HTMLElement | string {
  if (!storedAt) return 'an earlier visit';
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });
  const time = document.createElement('time');
  time.dateTime = new Date(storedAt).toISOString();
  time.textContent = date.format(storedAt);
  return time;
}

/** Shows a notice at the top of the page. An incomplete page may end anywhere, even in a menu. */
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
  // Screen readers announce changes of a live region, but not its initial content.
  setTimeout(() => sentence.append(strong, ...text));
  // Don't reload automatically: the reader may be in the middle of the page.
  addEventListener('online', () => (status.textContent = "You're back online."));
}

async function retry(status: HTMLElement) {
  status.textContent = 'Trying…';
  const reason = await checkServer();
  if (reason === undefined) location.reload();
  else status.textContent = reason;
}
