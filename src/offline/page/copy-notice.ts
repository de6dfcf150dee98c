import { button } from '../../client/support/button.ts';
import { onLoadReport } from './load-report.ts';

/** Shows a notice with the reason and a Retry button if this page is a stored copy. */
export function showCopyNotice(): void {
  // The page for failed loads has its own notice.
  if (document.querySelector('[data-load-failure]')) return;
  onLoadReport(({ reason, date }) => {
    const notice = Object.assign(document.createElement('section'), {
      className: 'load-notice not-content',
      ariaLabel: 'Page load problem',
    });
    const text = Object.assign(document.createElement('p'), { role: 'status' });
    notice.append(
      text,
      button('Retry', () => location.reload()),
    );
    document.querySelector('main')!.prepend(notice);
    const title = Object.assign(document.createElement('strong'), { textContent: 'Offline copy' });
    // Screen readers announce changes of a live region, but not its initial content.
    setTimeout(() => text.append(title, ' of ', date ? timeOf(date) : 'an earlier visit', `. ${reason}`));
  });
}

function timeOf(date: string): HTMLTimeElement {
  const time = new Date(date);
  return Object.assign(document.createElement('time'), {
    dateTime: time.toISOString(),
    textContent: new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(time),
  });
}
